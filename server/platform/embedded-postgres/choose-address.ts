import { chownSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './choose-run-as.ts'

/** Where the server listens and how the portal reaches it. */
export interface Address {
  host: string
  port: number
  settings: Record<string, string>
  /** removes the socket that a killed server left; only while no server runs */
  clear(): void
  /** removes what lies outside the data folder */
  remove(): void
}

export type Listen = 'socket' | 'loopback'

const socketPort = 5432
const socketName = `.s.PGSQL.${socketPort}`
/** longest path of a socket, in bytes without the closing zero */
const longestPath = process.platform === 'darwin' ? 103 : 107

/** A Unix socket everywhere but on Windows: only the portal's own user reaches it. */
export function defaultListen(): Listen {
  return process.platform === 'win32' ? 'loopback' : 'socket'
}

/**
 * `<dataDir>/socket`, or a private folder for temporary files where the path is too long for a socket or the file
 * system has none (shared folders of virtual machines); `<dataDir>/socket-folder` then names it, so that the next
 * start can remove it after a crash. Only while no server of this data folder runs.
 */
export async function chooseAddress(dataDir: string, listen: Listen, runAs: RunAs): Promise<Address> {
  if (listen === 'loopback') return loopback()
  const record = join(dataDir, 'socket-folder')
  removeRecorded(record)
  const inside = join(dataDir, 'socket')
  if (await takesSockets(inside)) return socketAddress(inside, runAs, () => {})
  rmSync(inside, { recursive: true, force: true })
  const outside = mkdtempSync(join(tmpdir(), 'eupnea-'))
  writeFileSync(record, outside)
  return socketAddress(outside, runAs, () => removeRecorded(record))
}

function socketAddress(folder: string, runAs: RunAs, remove: () => void): Address {
  if (runAs.owner) chownSync(folder, runAs.owner.uid, runAs.owner.gid)
  return {
    host: folder,
    port: socketPort,
    settings: {
      listen_addresses: '',
      port: String(socketPort),
      // The setting is a list: quoting keeps commas and spaces in the path.
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    clear: () => clearSockets(folder),
    remove,
  }
}

async function loopback(): Promise<Address> {
  const port = await freePort()
  return {
    host: '127.0.0.1',
    port,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    clear() {},
    remove() {},
  }
}

async function takesSockets(folder: string): Promise<boolean> {
  const path = join(folder, socketName)
  if (Buffer.byteLength(path) > longestPath) return false
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const listening = await tryListen(path)
  return listening !== undefined
}

async function freePort(): Promise<number> {
  const port = await tryListen(0)
  if (port === undefined) throw new Error('No port is free on 127.0.0.1.')
  return port
}

/** Listens briefly. @returns the port (0 for a socket), or undefined where listening fails */
function tryListen(where: string | 0): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.once('listening', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
    if (where === 0) server.listen(0, '127.0.0.1')
    else server.listen(where)
  })
}

function clearSockets(folder: string): void {
  for (const name of [socketName, `${socketName}.lock`]) rmSync(join(folder, name), { force: true })
}

function removeRecorded(record: string): void {
  let folder: string
  try {
    folder = readFileSync(record, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  // Others can write where the folder was, so it counts as ours only if it is a real folder closed to them.
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() && (found.mode & 0o077) === 0) {
    clearSockets(folder)
    rmdirSync(folder)
  }
  rmSync(record)
}
