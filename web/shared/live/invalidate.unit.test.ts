import { listDeviceRecords, listInventory } from '@eupnea/contract/device-inventory.ts'
import { listAllDevices, listDevices, readDevice } from '@eupnea/contract/devices.ts'
import { listGroupedClinics, listMedicalGroupClinics } from '@eupnea/contract/medical-groups.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The first import compiles everything these need: on a busy machine longer than five seconds.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: true, addEventListener() {} })
  vi.stubGlobal('location', { origin: 'https://portal.example' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Which of `calls` are refetched after a change to the noun, by name. */
async function refetched(noun: 'residents' | 'clinics', calls: readonly { readonly name: string }[]) {
  const { startInvalidation } = await import('./invalidate.ts')
  const { liveStore } = await import('./live.ts')
  const { queryClient } = await import('../query.ts')
  queryClient.clear()
  for (const { name } of calls) queryClient.setQueryData([name, {}], {})
  const stop = startInvalidation()
  liveStore.receive({ action: 'changed', noun, clinic_id: 'c1' }, new Set(), Date.now())
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  return calls.map(({ name }) => name).filter((name) => queryClient.getQueryState([name, {}])?.isInvalidated)
}

it('a resident who moves is in the new room on lists of devices too [LI-9] [DE-4]', async () => {
  const calls = [listDevices, listAllDevices, listInventory, listDeviceRecords, readDevice]
  expect(await refetched('residents', calls)).toEqual(calls.map(({ name }) => name))
})

it('a facility that is renamed is called so in its medical groups too [LI-9]', async () => {
  const calls = [listGroupedClinics, listMedicalGroupClinics]
  expect(await refetched('clinics', calls)).toEqual(calls.map(({ name }) => name))
})
