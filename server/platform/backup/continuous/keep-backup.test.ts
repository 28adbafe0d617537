import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../../tests/kit/contents.ts'
import { prepareDataFolder } from '../../../../tests/kit/data-folder.ts'
import { createMemoryStore } from '../../../../tests/kit/portal.ts'
import { temporaryFolder } from '../../../../tests/kit/spawn-portal.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/index.ts'
import { readCatalog, writeCatalog } from './catalog.ts'
import { createFolderVault } from './folder-vault.ts'
import { keepBackup } from './keep-backup.ts'
import type { BackupKeeping } from './keep-changes.ts'
import { restoreTo } from './restore-to.ts'
import type { Vault } from './vault.ts'

/** Rounds of a continuous backup, and what they leave behind (AR-5). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: EmbeddedPostgres
const files = createMemoryStore()
const said: string[] = []
const dataDir = (name: string) => join(folder.path, name)
const vault = () => createFolderVault(dataDir('vault'))
const ask = (statement: string) => query(postgres.connection, statement)

const round = (more: Partial<BackupKeeping> = {}, mayCopy = true) =>
  keepBackup(
    {
      ...{ connection: () => postgres.connection, cluster: join(dataDir('first'), 'postgres'), files, vault: vault() },
      ...{ version: '1', baseHours: 24, keepDays: 14, roundMs: 60_000, signal: new AbortController().signal, ...more },
      report: { say: (line) => void said.push(line), failed: () => {}, kept: () => {} },
    },
    mayCopy,
  )

beforeAll(async () => {
  folder = await temporaryFolder()
  await prepareDataFolder(dataDir('first'))
  await mkdir(dataDir('nothing'))
  await writeFile(join(dataDir('first'), 'secret-key'), 'a secret key\n', { mode: 0o600 })
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

it('copies everything but the secret key once and then what is new, and goes back to any of it [AR-5] [DO-2]', async () => {
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
  await ask(`delete from files where id = '00000000-0000-4000-8000-000000000002'`)
  await round()
  await rename('Never kept')

  const [names, ids]: [unknown[], string[][]] = [[], []]
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
    expect(existsSync(join(dataDir(place), 'secret-key'))).toBe(false)
    ids.push([...store.files.keys()].map((key) => key.slice(-1)).sort())
    expect(await text(await store.get('clinic-images', '00000000-0000-4000-8000-000000000001'))).toContain('0001')
  }
  // A file that was deleted comes back only with an instant before that.
  expect(ids).toEqual([['1'], ['1', '2'], ['1']])
  expect(names).toEqual([{ name: 'Kept House' }, { name: 'Second' }, { name: 'Third' }])
})

it('copies everything again when it is time, or a part of the log is gone, and forgets what is old [AR-5]', async () => {
  const before = await round()
  const due = await round({ baseHours: 0 })
  expect(due.bases).toHaveLength(before.bases.length + 1)
  const forgotten = await round({ keepDays: 0 })
  expect(forgotten.bases).toEqual(due.bases.slice(-1))
  expect(forgotten.segments[0]! >= forgotten.bases[0]!.from).toBe(true)
  expect(forgotten.files.map(({ id }) => id)).toEqual(['00000000-0000-4000-8000-000000000001'])
  await expect(vault().read('files/clinic-images/00000000-0000-4000-8000-000000000002')).rejects.toThrow()

  await ask(`select pg_drop_replication_slot('eupnea_backup')`)
  await rename('In the gap')
  await ask('select pg_switch_wal()')
  await ask('checkpoint')
  const lost = Temporal.Now.instant()
  said.length = 0
  const whole = await round()
  expect(said).toEqual([expect.stringContaining('is missing'), expect.stringContaining('was copied')])
  expect(whole.bases).toHaveLength(2)
  expect(whole.segments).toEqual(expect.arrayContaining(forgotten.segments))
  const toLost = restoreTo({ vault: vault(), dataDir: dataDir('d'), files: createMemoryStore(), to: lost })
  await expect(toLost).rejects.toThrow(`Nothing between ${forgotten.until} and ${whole.bases[1]!.ended_at} can be`)
  await rename('After the gap')
  await round()
  await restoreTo({ vault: vault(), dataDir: dataDir('d'), files: createMemoryStore(), to: null })
  const restored = await startEmbeddedPostgres({ dataDir: dataDir('d'), log: () => {} })
  try {
    expect(await query(restored.connection, 'select name from clinics')).toEqual([{ name: 'After the gap' }])
    // It is another database from now on.
    const other = { connection: () => restored.connection, cluster: join(dataDir('d'), 'postgres') }
    await expect(round(other)).rejects.toThrow('holds the backup of another database')
  } finally {
    await restored.stop()
  }
})

it('copies everything again after the clock was set back, and refuses an instant that came twice [AR-5] [WA-6]', async () => {
  await rename('While the clock was ahead')
  const ahead = await round()
  await writeCatalog(vault(), { ...ahead, until: Temporal.Instant.from(ahead.until).add({ hours: 1 }).toString() })
  await rename('When it was right again')
  said.length = 0
  const whole = await round()
  expect(said).toEqual([
    'The clock was set back: the whole database is copied again',
    expect.stringContaining('was copied'),
  ])
  const { lost_since, ended_at } = whole.bases.at(-1)!
  expect([lost_since! > ahead.until, lost_since! < ended_at, whole.lost_since]).toEqual([true, true, undefined])
  const to = Temporal.Instant.from(ended_at).subtract({ milliseconds: 1 })
  const restoring = { vault: vault(), dataDir: dataDir('g'), files: createMemoryStore(), to }
  await expect(restoreTo(restoring)).rejects.toThrow(`Nothing between ${lost_since} and ${ended_at} can be`)
  expect((await round()).bases).toEqual(whole.bases)
})

it('finds the newest state though the only copy was made while the clock was ahead [AR-5] [WA-6]', async () => {
  const kept = await round()
  const ahead = (instant: string) => Temporal.Instant.from(instant).add({ hours: 1 }).toString()
  const [base] = kept.bases.slice(-1)
  const bases = [{ ...base!, ended_at: ahead(base!.ended_at) }]
  await writeCatalog(vault(), { ...kept, bases, until: ahead(kept.until) })
  await rename('After the clock was set back')
  await round({}, false)
  await restoreTo({ vault: vault(), dataDir: dataDir('h'), files: createMemoryStore(), to: null })
  const restored = await startEmbeddedPostgres({ dataDir: dataDir('h'), log: () => {} })
  try {
    expect(await query(restored.connection, 'select name from clinics')).toEqual([
      { name: 'After the clock was set back' },
    ])
  } finally {
    await restored.stop()
    await writeCatalog(vault(), kept)
  }
})

it('keeps the log while the whole database is copied, also when that fails [AR-5]', async () => {
  const before = await round()
  const enough = Promise.withResolvers<void>()
  let rounds = -1
  const full: Vault = {
    ...vault(),
    async write(name, content) {
      if (name.startsWith('bases/')) {
        await rename('While it was copied')
        rounds = 0
        await enough.promise
        throw new Error('No space left')
      }
      await vault().write(name, content)
      // The first may have begun before.
      if (name === 'catalog.json' && rounds >= 0 && ++rounds === 2) enough.resolve()
    },
  }
  await expect(round({ baseHours: 0, roundMs: 10, vault: full })).rejects.toThrow('could not be copied: No space left')
  const store = createMemoryStore()
  await restoreTo({ vault: vault(), dataDir: dataDir('f'), files: store, to: null })
  const restored = await startEmbeddedPostgres({ dataDir: dataDir('f'), log: () => {} })
  expect(await query(restored.connection, 'select name from clinics')).toEqual([{ name: 'While it was copied' }])
  await restored.stop()
  expect((await round({ baseHours: 0 })).bases).toHaveLength(before.bases.length + 1)
})

it('makes its place the first time only: later, its disk is away [AR-5]', async () => {
  const unmounted = createFolderVault(dataDir('unmounted'))
  await expect(round({ vault: unmounted })).rejects.toThrow(`There is no folder ${dataDir('unmounted')}`)
  expect(existsSync(dataDir('unmounted'))).toBe(false)
})

it('refuses an instant that it doesn’t reach, and a folder that is in use [AR-5]', async () => {
  const restoring = { vault: vault(), dataDir: dataDir('e'), files: createMemoryStore() }
  const ahead = Temporal.Now.instant().add({ hours: 1 })
  await expect(restoreTo({ ...restoring, to: ahead })).rejects.toThrow('The backup reaches until')
  await expect(restoreTo({ ...restoring, to: ahead.subtract({ hours: 48 }) })).rejects.toThrow('The backup begins at')
  await expect(restoreTo({ ...restoring, dataDir: dataDir('first'), to: null })).rejects.toThrow('is not empty')
  const nothing = createFolderVault(dataDir('nothing'))
  const refused = () => expect(restoreTo({ ...restoring, vault: nothing, to: null })).rejects
  await refused().toThrow('There is no continuous backup')
  await writeCatalog(nothing, { ...(await readCatalog(vault()))!, bases: [] })
  await refused().toThrow('its first copy is not finished')
})
