import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeProcess } from './describe-process.ts'
import { ask, makeTestFolder, onLinux, patience, type TestFolder } from './folder.fixture.ts'

const isRoot = onLinux && process.getuid?.() === 0
const hasNamespaces = isRoot && spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status === 0

let folder: TestFolder

beforeEach(() => {
  folder = makeTestFolder()
})

afterEach(() => folder.clear())

describe('start and stop', () => {
  test('the first start creates the database with checksums, UTF-8, durable commits and no open port', async () => {
    const { connection } = await folder.start()
    expect(connection.database).toBe('eupnea')
    const [row] = await ask(
      connection,
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages, current_setting('timezone') as zone,
        current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as permissions,
        (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale`,
    )
    expect(row).toEqual({
      checksums: 'on',
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      zone: 'UTC',
      addresses: '',
      permissions: '0700',
      locale: 'b C.UTF-8',
    })
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(folder.lines).toContain('LOG:  database system is ready to accept connections')
  })

  test('a restart keeps the data, and stop leaves no process, no socket and no lock', async () => {
    await folder.prepare()
    const first = await folder.start()
    await ask(first.connection, 'create table kept as select 7 as value')
    const pid = folder.serverPid()!
    await first.stop()
    expect(describeProcess(pid)).toBeUndefined()
    expect(readdirSync(folder.dataDir).sort()).toEqual(['postgres', 'socket'])
    expect(readdirSync(join(folder.dataDir, 'socket'))).toEqual([])
    expect(existsSync(join(folder.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

    const second = await folder.start()
    expect(await ask(second.connection, 'select value from kept')).toEqual([{ value: 7 }])
  })

  test('stop cuts open sessions and may be called twice', async () => {
    await folder.prepare()
    const { connection, stop } = await folder.start()
    const client = new pg.Client(connection)
    await client.connect()
    const onError = vi.fn()
    client.on('error', onError)
    await Promise.all([stop(), stop()])
    await vi.waitUntil(() => onError.mock.calls.length > 0, patience)
    expect(folder.serverPid()).toBeUndefined()
  })

  test('settings override the defaults', async () => {
    await folder.prepare()
    const { connection } = await folder.start({ settings: { work_mem: '7MB', max_connections: '20' } })
    expect(
      await ask(connection, `select current_setting('work_mem') as a, current_setting('max_connections') as b`),
    ).toEqual([{ a: '7MB', b: '20' }])
  })

  test('a server that cannot start is reported with its log, and leaves the folder free', async () => {
    await folder.prepare()
    await expect(folder.start({ settings: { max_connections: 'many' } })).rejects.toThrow(/max_connections/)
    expect(existsSync(join(folder.dataDir, 'portal.lock'))).toBe(false)
    expect(await ask((await folder.start()).connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a data folder that is too deep for a socket works through a private temporary folder', async () => {
    folder.dataDir = join(
      folder.root,
      ...Array.from({ length: 5 }, () => 'a folder, with a long näme of its own'),
      'data',
    )
    const { connection, stop } = await folder.start()
    expect(dirname(connection.host)).toBe(tmpdir())
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(folder.dataDir, 'socket-folder'), 'utf8')).toBe(connection.host)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect(existsSync(connection.host)).toBe(false)
    expect(readdirSync(folder.dataDir)).toEqual(['postgres'])
  })

  test('a path with commas, spaces and quotes works in the data folder itself', async () => {
    folder.dataDir = join(folder.root, 'a, "b" \'c\'')
    const { connection } = await folder.start()
    expect(connection.host).toBe(join(folder.dataDir, 'socket'))
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('the loopback port asks for the generated password', async () => {
    const { connection, stop } = await folder.start({ listen: 'loopback' })
    expect(connection.host).toBe('127.0.0.1')
    expect(statSync(join(folder.dataDir, 'postgres', 'portal-password')).mode & 0o777).toBe(0o600)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(ask({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(/password authentication/)
    await stop()
    expect(await ask((await folder.start()).connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('the socket asks for the password too, also after an upgrade from a version where it did not [DO-1]', async () => {
    await folder.prepare()
    const hba = join(folder.dataDir, 'postgres', 'pg_hba.conf')
    const strict = readFileSync(hba, 'utf8')
    expect(strict).not.toMatch(/^[^#]*\btrust\b/m)
    const old = strict.replaceAll(/^(local.*)scram-sha-256$/gm, '$1trust')
    expect(old).not.toBe(strict)
    writeFileSync(hba, `${old}# my own line\n`)
    const { connection } = await folder.start()
    expect(readFileSync(hba, 'utf8')).toBe(`${strict}# my own line\n`)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    for (const password of ['', 'wrong'])
      await expect(ask({ ...connection, password }, 'select 1')).rejects.toThrow(/password/)
  })

  test('files that are no database are left alone', async () => {
    mkdirSync(join(folder.dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(folder.dataDir, 'postgres', 'letter.txt'), 'dear')
    await expect(folder.start()).rejects.toThrow(/no PostgreSQL data/)
    expect(readdirSync(join(folder.dataDir, 'postgres'))).toEqual(['letter.txt'])
  })
})

describe.runIf(isRoot)('as root', () => {
  test.runIf(hasNamespaces)('the server runs without root rights below a folder that only root may enter', async () => {
    chmodSync(folder.root, 0o700)
    await folder.start({ rootMethod: 'unshare' })
    // From outside it is still root's process, but in its own namespace and without capabilities.
    const status = readFileSync(`/proc/${folder.serverPid()}/status`, 'utf8')
    expect(status).toMatch(/^CapEff:\s+0+$/m)
  })

  test('where namespaces are blocked it runs as nobody, taking the folders over and back', async () => {
    const first = await folder.start()
    await ask(first.connection, 'create table kept as select 7 as value')
    await first.stop()

    const second = await folder.start({ rootMethod: 'nobody' })
    const uid = statSync(join(folder.dataDir, 'postgres')).uid
    expect(uid).not.toBe(0)
    expect(readFileSync(`/proc/${folder.serverPid()}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, 'm'))
    expect(await ask(second.connection, 'select value from kept')).toEqual([{ value: 7 }])
    await second.stop()

    const third = await folder.start()
    expect(await ask(third.connection, 'select value from kept')).toEqual([{ value: 7 }])
  })

  test('nobody can create the database as well', async () => {
    const { connection } = await folder.start({ rootMethod: 'nobody' })
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a folder that nobody may not enter is named with the remedy', async () => {
    chmodSync(folder.root, 0o700)
    await expect(folder.start({ rootMethod: 'nobody' })).rejects.toThrow(`chmod o+x '${folder.root}'`)
    expect(existsSync(join(folder.dataDir, 'portal.lock'))).toBe(false)
  })

  test('root takes no folder from the user whose portal works on it at other times', async () => {
    const first = await folder.start()
    await first.stop()
    const cluster = join(folder.dataDir, 'postgres')
    for (const path of [cluster, folder.dataDir]) chownSync(path, 4_711, 4_711)
    await expect(folder.start()).rejects.toThrow('belongs to user 4711')
    expect(statSync(cluster).uid).toBe(4_711)
    expect(existsSync(join(folder.dataDir, 'portal.lock'))).toBe(false)
  })
})
