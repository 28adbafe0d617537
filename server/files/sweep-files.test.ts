import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import type { FileStore } from '../platform/file-store.ts'
import { createLog } from '../platform/log.ts'
import { sweepFiles } from './index.ts'

let portal: TestHttp
beforeAll(async () => {
  portal = await startTestHttp([])
})
afterAll(() => portal.close())

const sweep = (store: FileStore) => {
  const actor = { type: 'job', name: 'sweep-files' } as const
  return sweepFiles({ database: portal.database, actor, log: createLog('silent') }, store)
}
const left = async () => (await portal.owner.selectFrom('files').select('name').execute()).map(({ name }) => name)

it('removes all files but those that the store does not let go, and says so [FI-2]', async () => {
  const clinic_id = await portal.createClinic()
  // More than one sweep takes, so that stuck ones are met again.
  const names = ['first', 'second', ...Array.from({ length: 250 }, (_, index) => `${index}`)]
  const rows = await portal.owner
    .insertInto('files')
    .values(
      names.map((name, index) => ({
        ...{ store: 'reports', state: 'removed', clinic_id, name },
        changed_at: Temporal.Instant.from('2026-01-01T00:00Z').add({ seconds: index }),
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const stuck = new Set(rows.filter(({ name }) => names.indexOf(name) < 2).map(({ id }) => id))
  const store: FileStore = {
    ...createMemoryStore(),
    remove: async (_store, id) => {
      if (stuck.has(id)) throw new Error('not permitted')
    },
  }
  await expect(sweep(store)).rejects.toThrow('not permitted')
  expect((await left()).toSorted()).toEqual(['first', 'second'])
  stuck.clear()
  await sweep(store)
  expect(await left()).toEqual([])
})

it('leaves a store alone that lets go of nothing, and comes again [FI-2]', async () => {
  const clinic_id = await portal.createClinic()
  const file = { store: 'reports', state: 'removed', clinic_id, name: 'x' }
  await portal.owner
    .insertInto('files')
    .values(Array.from({ length: 450 }, () => file))
    .execute()
  let tries = 0
  const remove = async () => {
    tries++
    throw new Error('away')
  }
  await expect(sweep({ ...createMemoryStore(), remove })).rejects.toThrow('away')
  expect(tries).toBe(200)
  await sweep(createMemoryStore())
  expect(await left()).toEqual([])
})
