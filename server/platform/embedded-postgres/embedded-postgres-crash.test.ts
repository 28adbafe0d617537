import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeProcess } from './describe-process.ts'
import { ask, killPortal, makeTestFolder, onLinux, patience, portalReady, type TestFolder } from './folder.fixture.ts'
import { DataFolderInUse } from './index.ts'

let folder: TestFolder

beforeEach(() => {
  folder = makeTestFolder()
})

afterEach(() => folder.clear())

describe('supervision', () => {
  test('a killed server is started again on the same connection, and its commits are there', async () => {
    await folder.prepare()
    const onExit = vi.fn()
    const { connection } = await folder.start({ onExit })
    await ask(connection, 'create table kept as select 7 as value')
    const pid = folder.serverPid()!
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => onExit.mock.calls.length > 0, patience)
    expect(onExit).toHaveBeenCalledWith({ code: null, signal: 'SIGKILL', restartInMs: 1_000 })
    await vi.waitFor(
      async () => expect(await ask(connection, 'select value from kept')).toEqual([{ value: 7 }]),
      patience,
    )
    expect(folder.serverPid()).not.toBe(pid)
    expect(onExit).toHaveBeenCalledTimes(1)
  })

  test.runIf(onLinux)('children of a killed server that are deep in a query do not hold up the restart', async () => {
    await folder.prepare()
    const { connection } = await folder.start()
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    // A busy server process doesn't check whether its parent has ended.
    const busy = client
      .query('select count(n) from (select generate_series(1, 2000000000) as n) as numbers')
      .catch(() => 'cut')
    await sleep(300)
    process.kill(folder.serverPid()!, 'SIGKILL')
    expect(await busy).toBe('cut')
    await vi.waitFor(async () => expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]), patience)
  })

  test('stop during the pause before a restart ends at once', async () => {
    await folder.prepare()
    const onExit = vi.fn()
    const { stop } = await folder.start({ onExit })
    process.kill(folder.serverPid()!, 'SIGKILL')
    await vi.waitUntil(() => onExit.mock.calls.length > 0, patience)
    await stop()
    expect(existsSync(join(folder.dataDir, 'portal.lock'))).toBe(false)
    await sleep(1_500)
    expect(folder.serverPid()).toBeUndefined()
  })
})

describe('a portal that ends otherwise', () => {
  test('after a kill of the portal the next start ends the orphan and finds every committed row', async () => {
    await folder.prepare()
    const portal = folder.spawnPortal()
    const connection = await portalReady(portal)
    await ask(connection, 'create table rows (n int)')
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    let committed = 0
    for (; committed < 200; committed += 1) await client.query('insert into rows values ($1)', [committed])
    await killPortal(portal)
    const orphan = folder.serverPid()
    expect(orphan).toBeDefined()

    const next = await folder.start()
    expect(describeProcess(orphan!)).toBeUndefined()
    expect(await ask(next.connection, 'select count(*)::int as n from rows')).toEqual([{ n: committed }])
  })

  test('after a kill of portal and server the next start recovers', async () => {
    await folder.prepare()
    const portal = folder.spawnPortal()
    const connection = await portalReady(portal)
    await ask(connection, 'create table kept as select 7 as value')
    const pid = folder.serverPid()!
    await killPortal(portal)
    process.kill(pid, 'SIGKILL')
    const next = await folder.start()
    expect(await ask(next.connection, 'select value from kept')).toEqual([{ value: 7 }])
  })

  test('a kill while the database is created leaves a usable folder', async () => {
    const portal = folder.spawnPortal()
    await vi.waitUntil(
      () => existsSync(folder.dataDir) && readdirSync(folder.dataDir).some((name) => name.startsWith('postgres.new-')),
      { timeout: 20_000, interval: 2 },
    )
    await sleep(100)
    await killPortal(portal)
    expect(existsSync(join(folder.dataDir, 'postgres'))).toBe(false)
    const next = await folder.start()
    expect(await ask(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await next.stop()
    await (await folder.start()).stop()
    expect(readdirSync(folder.dataDir).sort()).toEqual(['postgres', 'socket'])
  })

  test('a portal that exits without stop takes its server along', async () => {
    await folder.prepare()
    const portal = folder.spawnPortal()
    await portalReady(portal)
    expect(folder.serverPid()).toBeDefined()
    portal.stdin!.write('\n')
    await vi.waitUntil(() => folder.serverPid() === undefined, patience)
    expect(existsSync(join(folder.dataDir, 'portal.lock'))).toBe(false)
  })

  test.runIf(onLinux)('Ctrl-C does not reach the server: it has a process group of its own', async () => {
    await folder.prepare()
    await folder.start()
    const stat = readFileSync(`/proc/${folder.serverPid()}/stat`, 'utf8')
    expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])).toBe(folder.serverPid())
  })

  test.runIf(onLinux)(
    'a process number that passed to another program does not keep the server from starting',
    async () => {
      await folder.prepare()
      await (await folder.start()).stop()
      const mark = join(folder.dataDir, 'postgres', 'postmaster.pid')
      writeFileSync(mark, `${process.pid}\n${join(folder.dataDir, 'postgres')}\n1700000000\n5432\n\n\n\nready   \n`)
      chownSync(mark, statSync(join(folder.dataDir, 'postgres')).uid, statSync(join(folder.dataDir, 'postgres')).gid)
      expect(await ask((await folder.start()).connection, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(folder.lines.some((line) => line.includes(`process ${process.pid} is`))).toBe(true)
    },
  )
})

describe('one portal per folder', () => {
  test('a second portal is refused and the first keeps its server', async () => {
    await folder.prepare()
    const portal = folder.spawnPortal()
    const connection = await portalReady(portal)
    const pid = folder.serverPid()
    const refused = await folder.start().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DataFolderInUse)
    expect(refused).toMatchObject({ code: 'data_folder_in_use', pid: portal.pid })
    expect((refused as Error).message).toContain(`is in use by process ${portal.pid}`)
    expect(folder.serverPid()).toBe(pid)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a second start in the same process is refused too', async () => {
    await folder.prepare()
    const { connection } = await folder.start()
    await expect(folder.start()).rejects.toBeInstanceOf(DataFolderInUse)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
