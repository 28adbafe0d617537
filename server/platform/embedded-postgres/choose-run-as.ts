import { execFile } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './find-binaries.ts'

/** How root gives up its rights for PostgreSQL, which refuses to run as root. */
export type RootMethod = 'unshare' | 'nobody'

export interface RunAs {
  /** words before the program on the command line */
  prefix: string[]
  /** the user of the process, when it is another than ours */
  user?: { uid: number; gid: number }
  /** who has to own PostgreSQL's folders; undefined where the portal owns everything anyway */
  owner?: { uid: number; gid: number }
}

const run = promisify(execFile)
const unshare = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

/**
 * The user PostgreSQL runs as: ours, unless that is root. Root first tries a user namespace, where it is only called
 * nobody and keeps the access of the files' owner, even below folders that only root may enter. Where that is blocked
 * (mostly in containers), the real user nobody is used and needs access to the folders.
 */
export async function chooseRunAs(
  binaries: PostgresBinaries,
  rootMethod: RootMethod | undefined,
  log: (line: string) => void,
): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  if (rootMethod !== 'nobody') {
    try {
      await run(unshare[0]!, [...unshare.slice(1), binaries.postgres, '--version'], { env: binaries.env })
      return { prefix: unshare, owner: { uid: 0, gid: 0 } }
    } catch (error) {
      if (rootMethod === 'unshare') throw error
      log('User namespaces are not available here; PostgreSQL runs as user nobody.')
    }
  }
  const user = { uid: await idOfNobody('-u'), gid: await idOfNobody('-g') }
  admit(user, dirname(binaries.postgres))
  return { prefix: [], user, owner: user }
}

/**
 * Refuses to run as root on a cluster owned by somebody else: root would take it over, and the portal that normally
 * uses it could no longer start.
 */
export async function refuseForeignCluster(dataDir: string): Promise<void> {
  const uid = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })?.uid
  if (process.getuid?.() !== 0 || !uid || uid === (await idOfNobody('-u'))) return
  throw new Error(
    `${dataDir} belongs to user ${uid}, and this was started by root. Start it as that user, or give the folder to root (chown -R 0:0 '${dataDir}').`,
  )
}

/** Makes the data folder accessible to PostgreSQL's user, or throws naming the folder above it that isn't. */
export function openDataFolder(runAs: RunAs, dataDir: string): void {
  if (!runAs.user) return
  if (!mayEnter(runAs.user, dataDir)) chmodSync(dataDir, statSync(dataDir).mode | 0o001)
  admit(runAs.user, dataDir)
}

/** Gives a folder and its contents to PostgreSQL's user, unless it already owns them. */
export function giveFolder(runAs: RunAs, folder: string): void {
  const { owner } = runAs
  if (!owner || lstatSync(folder).uid === owner.uid) return
  try {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(folder, entry), owner.uid, owner.gid)
    // The folder itself comes last: its owner tells the next start that everything was done.
    lchownSync(folder, owner.uid, owner.gid)
  } catch (error) {
    throw new Error(
      `PostgreSQL has to own ${folder}, and the portal may not arrange that. Run as somebody who may: chown -R ${owner.uid}:${owner.gid} '${folder}'`,
      { cause: error },
    )
  }
}

async function idOfNobody(option: '-u' | '-g'): Promise<number> {
  const { stdout } = await run('id', [option, 'nobody'])
  return Number(stdout)
}

function admit(user: { uid: number; gid: number }, path: string): void {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (!mayEnter(user, folder))
      throw new Error(
        `Started by root, PostgreSQL runs as user nobody (${user.uid}) here, who may not enter ${folder}. Allow it (chmod o+x '${folder}'), put the portal and its data elsewhere, or start the portal as another user than root.`,
      )
    if (folder === dirname(folder)) return
  }
}

function mayEnter(user: { uid: number; gid: number }, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}
