import { createClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunning } from '../../server/platform/embedded-postgres/index.ts'
import { getAs, kickOff, parseNdjson } from '../kit/smart-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** kill -9 in the middle of a bulk export: it goes on, and nobody takes a part of it for the whole (FH-1). */

/** of one sensor; several files */
const minutes = 90_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal

beforeAll(async () => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: folder.path })
})
afterAll(async () => {
  await portal.stop()
  await folder.remove()
})

async function ask<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(findRunning(folder.path)!)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function fillHouse(): Promise<void> {
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Exported House' })
  const person = { clinic_id, first_name: 'Ada', last_name: 'Byron', room: '1' }
  const { patient_id } = await portal.send(saveResident, person)
  const { device_id } = await portal.send(createDevice, { clinic_id })
  await portal.send(assignDevice, { device_id, patient_id, status: 1 })
  await ask('select keep_partitions(current_date - 70, current_date + 1, current_date - 70, current_date - 70)')
  await ask("update device_assignments set since = now() - interval '70 days'")
  await ask(
    `insert into minutes select d.no, c.no, date_trunc('minute', now()) - n * interval '1 minute', 1, 1, 14, 14, 14, 1, 1, 1
     from devices d, clinics c, generate_series(1, $3::integer) n where d.id = $1 and c.id = $2`,
    [device_id, clinic_id, minutes],
  )
}

/** Path of an address of the portal, whose port is another one after a start. */
const here = (address: string) => `${portal.http}${new URL(address).pathname}`
const files = async () => (await ask<{ count: number }>('select count(*)::int from fhir_export_files'))[0]!.count

test('an export goes on where it was after kill -9; no file is served before all are [FH-1]', async () => {
  await fillHouse()
  const answer = await kickOff(portal.token, `${portal.http}/api/fhir/$export?_type=Observation`)
  expect(answer.status).toBe(202)
  const location = answer.headers.get('content-location')!
  await expect.poll(files, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
  const served = await getAs(portal.token, here(`${location}/1.ndjson`))
  await portal.kill()
  const [{ ended_at, done } = {}] = await ask<{ ended_at: string | null; done: number }>(
    'select ended_at, done from fhir_exports',
  )
  expect(ended_at).toBeNull()
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(minutes)
  expect(served.status).toBe(404)

  portal = await spawnPortal({ dataDir: folder.path })
  const state = () => getAs(portal.token, here(location))
  await expect.poll(async () => (await state()).status, { timeout: 60_000, interval: 200 }).toBe(200)
  const { output } = (await (await state()).json()) as { output: { type: string; url: string; count: number }[] }
  const ids = new Set<unknown>()
  for (const { url, count } of output) {
    const lines = parseNdjson(await (await getAs(portal.token, here(url))).text())
    expect(lines).toHaveLength(count)
    for (const { id } of lines) ids.add(id)
  }
  expect(ids.size).toBe(minutes)
  expect(output.reduce((sum, { count }) => sum + count, 0)).toBe(minutes)
})
