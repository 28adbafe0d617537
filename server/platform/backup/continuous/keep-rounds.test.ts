import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { prepareDataFolder } from '../../../../tests/kit/data-folder.ts'
import { createMemoryStore } from '../../../../tests/kit/portal.ts'
import { secretKey, temporaryFolder, unconfigured } from '../../../../tests/kit/spawn-portal.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/index.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { createFolderVault } from './folder-vault.ts'
import { keepBackup } from './keep-backup.ts'
import type { BackupKeeping } from './keep-changes.ts'
import { createReport, keepRounds } from './keep-rounds.ts'
import type { Vault } from './vault.ts'

/** A continuous backup while things fail, and what it prints (AR-5). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: EmbeddedPostgres
let stopping: AbortController
/** lets a copy go on that waits for it */
let goOn: PromiseWithResolvers<void>
let rounds: Promise<void> | undefined
const [out, err]: [string[], string[]] = [[], []]
const dataDir = (name: string) => join(folder.path, name)
const vault = () => createFolderVault(dataDir('vault'))
const start = () => startEmbeddedPostgres({ dataDir: dataDir('first'), log: () => {} })
const basesThere = () => readdir(join(dataDir('vault'), 'bases'))
const basesNamed = async () => (await readCatalog(vault()))!.bases.map(({ id }) => `${id}.tar.zst`)

const keeping = (more: Partial<BackupKeeping> = {}): BackupKeeping => ({
  ...{ connection: () => postgres.connection, cluster: join(dataDir('first'), 'postgres'), vault: vault() },
  ...{ files: createMemoryStore(), version: '1', baseHours: 24, keepDays: 14, roundMs: 20, signal: stopping.signal },
  report: createReport(
    (line) => out.push(line),
    (line) => err.push(line),
  ),
  ...more,
})

/** A place in which copies of the whole database go another way. */
const withBases = (write: Vault['write']): Vault => ({
  ...vault(),
  write: (name, content) => (name.startsWith('bases/') ? write : vault().write)(name, content),
})

/** for a machine that has other things to do */
const patient = { timeout: 30_000 }

beforeAll(async () => {
  folder = await temporaryFolder()
  await prepareDataFolder(dataDir('first'))
  for (const place of ['elsewhere', 'beating']) await mkdir(dataDir(place))
  postgres = await start()
})
afterAll(async () => {
  await postgres.stop()
  await folder.remove()
})
beforeEach(() => {
  stopping = new AbortController()
  goOn = Promise.withResolvers()
  rounds = undefined
  out.length = 0
  err.length = 0
})
afterEach(async () => {
  stopping.abort()
  goOn.resolve()
  await rounds
})

it('says a failure once, and that the log is kept, also beside a copy [AR-5]', async () => {
  const slow = withBases(async (name, content) => {
    away = 3
    await goOn.promise
    await vault().write(name, content)
  })
  let away = 3
  const connection = () => {
    if (away-- > 0) throw new Error(away === 0 ? 'Not ready' : 'No portal')
    return postgres.connection
  }
  rounds = keepRounds(keeping({ vault: slow, connection }), { once: false })
  await expect.poll(() => out, patient).toEqual(Array(2).fill(expect.stringContaining('Nothing can be restored')))
  expect(err).toEqual(Array(2).fill(['No portal. Trying again', 'Not ready. Trying again']).flat())
  goOn.resolve()
  await expect
    .poll(() => out.slice(2), patient)
    .toEqual([expect.stringContaining('was copied'), expect.stringContaining('Kept')])
  away = 3
  await expect.poll(() => out.slice(4), patient).toEqual([expect.stringMatching(/^Kept until 2/)])
  expect(err.slice(4)).toEqual(['No portal. Trying again', 'Not ready. Trying again'])
  stopping.abort()
  await rounds
})

it('copies the whole database again after a pause when that failed, and keeps the log meanwhile [AR-5]', async () => {
  let copies = 0
  const full = withBases(async (_, content) => {
    copies++
    const disk = new Writable({ write: (_, __, done) => done(new Error('ENOSPC')) })
    await pipeline(content, disk).catch(async () => {
      // Meanwhile the part is removed.
      await sleep(10)
      throw new Error('No space left')
    })
  })
  const began = performance.now()
  const pausesMs = [500, 60_000]
  rounds = keepRounds(keeping({ vault: full, baseHours: 0 }), { once: false, pausesMs })
  const untilOf = async () => (await readCatalog(vault()))!.until
  await expect.poll(() => copies, patient).toBe(2)
  expect(performance.now() - began).toBeGreaterThan(500)
  for (let more = 0; more < 5; more++) {
    const before = await untilOf()
    await expect.poll(untilOf, patient).not.toBe(before)
  }
  expect(copies).toBe(2)
  stopping.abort()
  await rounds
  expect(err).toEqual(
    Array(2).fill(expect.stringMatching(/The whole database could not be copied: No space left. The next/)),
  )
  expect(out).toEqual(Array(3).fill(expect.stringContaining('Kept until')))
})

it('waits as briefly as at first after a copy that has worked [AR-5]', async () => {
  let copies = 0
  const flaky = withBases(async (name, content) => {
    copies++
    if (copies % 2 === 0) return vault().write(name, content)
    const disk = new Writable({ write: (_, __, done) => done(new Error('ENOSPC')) })
    return pipeline(content, disk)
  })
  rounds = keepRounds(keeping({ vault: flaky, baseHours: 0 }), { once: false, pausesMs: [20, 600_000] })
  await expect.poll(() => copies, patient).toBeGreaterThan(3)
})

it('names a copy that was finished while the database restarted [AR-5]', async () => {
  const before = await basesNamed()
  let copies = 0
  let restarted: Promise<void> | undefined
  const restarting = withBases(async (name, content) => {
    copies++
    await vault().write(name, content)
    await postgres.stop()
    restarted = start().then((started) => {
      postgres = started
    })
  })
  const { bases } = await keepBackup(keeping({ vault: restarting, baseHours: 0 })).finally(() => restarted)
  expect(copies).toBe(1)
  expect(bases).toHaveLength(before.length + 1)
  expect(await basesNamed()).toEqual(await basesThere())
})

it('removes a copy that it gives up [AR-5]', async () => {
  const before = await basesNamed()
  let isAway = false
  const finished = withBases(async (name, content) => {
    await vault().write(name, content)
    isAway = true
  })
  const connection = () => {
    if (isAway) throw new Error('No portal')
    return postgres.connection
  }
  const given = keeping({ vault: finished, baseHours: 0, roundMs: 1, connection })
  await expect(keepBackup(given)).rejects.toThrow('could not be copied: No portal')
  expect(await basesThere()).toEqual(before)
  expect(await basesNamed()).toEqual(before)
})

it('names a copy once, and keeps it, when what fails comes after the catalog [AR-5]', async () => {
  const before = await basesNamed()
  const failAfter = (fail: () => void): Vault => {
    let isCopied = false
    return {
      ...vault(),
      async write(name, content) {
        await vault().write(name, content)
        if (name === 'catalog.json' && isCopied) fail()
        isCopied ||= name.startsWith('bases/')
      },
    }
  }
  let failures = 0
  const once = failAfter(() => {
    if (failures++ === 0) throw new Error('Cut off')
  })
  await keepBackup(keeping({ vault: once, baseHours: 0, roundMs: 3_000 }))
  const stopped = failAfter(() => {
    stopping.abort()
    throw new Error('Stopped')
  })
  await expect(keepBackup(keeping({ vault: stopped, baseHours: 0, roundMs: 60_000 }))).rejects.toThrow('Stopped')
  expect(await basesNamed()).toHaveLength(before.length + 2)
  expect(await basesThere()).toEqual(await basesNamed())
})

it('removes what a killed copy has left [AR-5]', async () => {
  await mkdir(join(dataDir('vault'), 'bases'), { recursive: true })
  await writeFile(join(dataDir('vault'), 'bases/killed.tar.zst.part'), '')
  await keepBackup(keeping({ baseHours: 0 }))
  expect(await basesThere()).toEqual(await basesNamed())
})

it('keeps no second backup of the same database beside the first, wherever to [AR-5]', async () => {
  rounds = keepRounds(keeping(), { once: false })
  const keeps = () => expect.poll(() => out.at(-1), patient).toContain('Kept until')
  await keeps()
  const before = await basesNamed()
  const place = createFolderVault(dataDir('elsewhere'))
  const elsewhere = keeping({ vault: place, signal: new AbortController().signal })
  const refused = () => expect(keepRounds(elsewhere, { once: true })).rejects.toThrow('Another process keeps a backup')
  await refused()
  // Also once the first one's session has ended with the database.
  out.length = 0
  await postgres.stop()
  postgres = await start()
  await keeps()
  await refused()
  expect(await basesNamed()).toEqual(before)
  stopping.abort()
  await rounds
  await keepRounds(elsewhere, { once: true })
  expect(await readCatalog(place)).toMatchObject({ bases: [{}] })
})

it('ends a stopped copy only once nothing is left of it [AR-5]', async () => {
  let isUndone = false
  const slow = withBases(async (name, content) => {
    setImmediate(() => stopping.abort())
    await vault()
      .write(name, content)
      .finally(() => sleep(300))
      .finally(() => {
        isUndone = true
      })
  })
  await expect(keepBackup(keeping({ vault: slow, baseHours: 0 }))).rejects.toThrow('aborted')
  expect(isUndone).toBe(true)
})

it('ends soon when it is stopped during a copy, and leaves no part of it [AR-5]', async () => {
  const before = await basesThere()
  // Takes a while, but no room.
  const large = join(dataDir('first'), 'postgres', 'base', 'large')
  await writeFile(large, '')
  await truncate(large, 30e9)
  const isCopying = async () => (await basesThere()).some((name) => name.endsWith('.part'))
  const keeper = spawn(process.execPath, ['tools/backup.ts', '--continuous', dataDir('vault'), '--base-hours', '0'], {
    env: { ...process.env, ...unconfigured, SECRET_KEY: secretKey, DATA_DIR: dataDir('first') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(keeper.stderr)
  try {
    await expect.poll(isCopying, patient).toBe(true)
    keeper.kill('SIGTERM')
    expect(await once(keeper, 'exit')).toEqual([0, null])
    // Had it copied to the end, there would be another.
    expect(await basesThere()).toEqual(before)
    expect(await said).toBe('')
  } finally {
    keeper.kill('SIGKILL')
    await rm(large)
  }
})

it('calls its heartbeat as soon as something can be restored, and stops when nothing new has been kept for a while [AR-5]', async () => {
  const called = Promise.withResolvers<string>()
  const service = createServer(({ url }, response) => {
    called.resolve(url!)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/ping`
  const keeper = spawn(process.execPath, ['tools/backup.ts', '--continuous', dataDir('beating'), '--heartbeat', url], {
    env: { ...process.env, ...unconfigured, SECRET_KEY: secretKey, DATA_DIR: dataDir('first') },
    stdio: 'ignore',
  })
  const ended = once(keeper, 'exit')
  try {
    expect(await called.promise).toBe('/ping')
    expect(await readCatalog(createFolderVault(dataDir('beating')))).toMatchObject({ bases: [{}] })
  } finally {
    keeper.kill()
    await ended
    service.close()
  }

  const catalog = (await readCatalog(createFolderVault(dataDir('beating'))))!
  const now = vi.spyOn(Date, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  const report = createReport(
    () => {},
    () => {},
  )
  const kept = (bases: Catalog['bases'], until: number) =>
    report.kept({ ...catalog, bases, until: new Date(until).toISOString() })
  expect(report.unwellSince).toBe(0)
  kept([], 0)
  expect(report.unwellSince).toBe(0)
  kept(catalog.bases, 1_000)
  now.mockReturnValue(60_000)
  expect(report.unwellSince).toBeNull()
  now.mockReturnValue(200_000)
  expect(report.unwellSince).toBe(1_000)
  // As while a part of the log is missing.
  kept(catalog.bases, 1_000)
  expect(report.unwellSince).toBe(1_000)
})
