import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../../tests/kit/contents.ts'
import { prepareDataFolder } from '../../../../tests/kit/data-folder.ts'
import { createMemoryStore } from '../../../../tests/kit/portal.ts'
import { temporaryFolder } from '../../../../tests/kit/spawn-portal.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/index.ts'
import { keepBackup } from './keep-backup.ts'
import { restoreTo } from './restore-to.ts'
import { createFolderVault } from './vault.ts'

/** Rounds of a continuous backup, and what they leave behind (AR-5). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: EmbeddedPostgres
const files = createMemoryStore()
const said: string[] = []
const dataDir = (name: string) => join(folder.path, name)
const vault = () => createFolderVault(dataDir('vault'))
const ask = (statement: string) => query(postgres.connection, statement)

const round = (more: { baseHours?: number; keepDays?: number } = {}) =>
  keepBackup({
    ...{ connection: postgres.connection, cluster: join(dataDir('first'), 'postgres'), files, vault: vault() },
    ...{ version: '1', baseHours: 24, keepDays: 14, ...more },
    say: (line) => void said.push(line),
  })

beforeAll(async () => {
  folder = await temporaryFolder()
  await prepareDataFolder(dataDir('first'))
  postgres = await startEmbeddedPostgres({ dataDir: dataDir('first'), log: () => {} })
  await ask(`insert into clinics (id, slug, name, tz) values ('c', 'c', 'Kept House', 'UTC')`)
})
afterAll(async () => {
  await postgres.stop()
  await folder.remove()
})

const addFile = async (id: string) => {
  await files.put('clinic-images', id, Readable.from([`file ${id}`]))
  await ask(`insert into files (id, store, state, clinic_id, name) values ('${id}', 'clinic-images', 'kept', 'c', 'x')`)
}
const rename = (name: string) => ask(`update clinics set name = '${name}'`)

it('copies everything once and then what is new, and goes back to any of it [AR-5]', async () => {
  await addFile('00000000-0000-4000-8000-000000000001')
  const first = await round()
  expect(first.bases).toHaveLength(1)
  await rename('Second')
  await addFile('00000000-0000-4000-8000-000000000002')
  const second = await round()
  expect(second.bases).toEqual(first.bases)
  expect(second.segments.slice(0, first.segments.length)).toEqual(first.segments)
  expect(second.segments.length).toBeGreaterThan(first.segments.length)
  expect(second.files).toHaveLength(2)
  await rename('Third')
  await round()
  await rename('Never kept')

  const names = []
  for (const [place, to] of [
    ['a', Temporal.Instant.from(first.until)],
    ['b', Temporal.Instant.from(second.until)],
    ['c', null],
  ] as const) {
    const store = createMemoryStore()
    await restoreTo({ vault: vault(), dataDir: dataDir(place), files: store, to })
    const restored = await startEmbeddedPostgres({ dataDir: dataDir(place), log: () => {} })
    names.push((await query(restored.connection, 'select name from clinics'))[0])
    await restored.stop()
    expect(await text(await store.get('clinic-images', '00000000-0000-4000-8000-000000000001'))).toContain('0001')
  }
  expect(names).toEqual([{ name: 'Kept House' }, { name: 'Second' }, { name: 'Third' }])
})

it('copies everything again when it is time, or a part of the log is gone, and forgets what is old [AR-5]', async () => {
  const before = await round()
  const due = await round({ baseHours: 0 })
  expect(due.bases).toHaveLength(before.bases.length + 1)
  await ask(`delete from files where id = '00000000-0000-4000-8000-000000000002'`)
  await round()
  const forgotten = await round({ keepDays: 0 })
  expect(forgotten.bases).toEqual(due.bases.slice(-1))
  expect(forgotten.segments[0]! >= forgotten.bases[0]!.from).toBe(true)
  expect(forgotten.files.map(({ id }) => id)).toEqual(['00000000-0000-4000-8000-000000000001'])
  await expect(vault().read('files/clinic-images/00000000-0000-4000-8000-000000000002')).rejects.toThrow()

  await ask(`select pg_drop_replication_slot('eupnea_backup')`)
  said.length = 0
  const whole = await round()
  expect(said).toEqual([expect.stringContaining('is missing'), expect.stringContaining('was copied')])
  expect(whole.bases).toHaveLength(2)
  expect(whole.segments).toEqual(expect.arrayContaining(forgotten.segments))
  await rename('After the gap')
  await round()
  await restoreTo({ vault: vault(), dataDir: dataDir('d'), files: createMemoryStore(), to: null })
  const restored = await startEmbeddedPostgres({ dataDir: dataDir('d'), log: () => {} })
  try {
    expect(await query(restored.connection, 'select name from clinics')).toEqual([{ name: 'After the gap' }])
    // It is another database from now on.
    const other = { connection: restored.connection, cluster: join(dataDir('d'), 'postgres') }
    await expect(
      keepBackup({ ...other, files, vault: vault(), version: '1', baseHours: 24, keepDays: 14, say() {} }),
    ).rejects.toThrow('holds the backup of another database')
  } finally {
    await restored.stop()
  }
})

it('refuses an instant that it doesn’t reach, and a folder that is in use [AR-5]', async () => {
  const restoring = { vault: vault(), dataDir: dataDir('e'), files: createMemoryStore() }
  const ahead = Temporal.Now.instant().add({ hours: 1 })
  await expect(restoreTo({ ...restoring, to: ahead })).rejects.toThrow('The backup reaches until')
  await expect(restoreTo({ ...restoring, to: ahead.subtract({ hours: 48 }) })).rejects.toThrow('The backup begins at')
  await expect(restoreTo({ ...restoring, dataDir: dataDir('first'), to: null })).rejects.toThrow('is not empty')
  const nothing = createFolderVault(dataDir('nothing'))
  await expect(restoreTo({ ...restoring, vault: nothing, to: null })).rejects.toThrow('There is no continuous backup')
})
