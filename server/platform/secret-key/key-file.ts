import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file in DATA_DIR that holds the secret key where SECRET_KEY is not set (DO-2). */
export const keyFileName = 'secret-key'

/** The next key while a rotation is under way: whichever of the two opens the database is the key. */
export const nextOf = (path: string): string => `${path}.next`

/** 256 bits as text. */
export const newKey = (): string => randomBytes(32).toString('base64url')

/** @returns null when there is no such file @throws Error when other users of the machine may read it, or it is empty */
export async function readKeyFile(path: string): Promise<string | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found) return null
  // Windows has no such modes.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Error(`Other users of this machine may read ${path}. Run chmod 600 on it`)
  const key = (await readFile(path, 'utf8')).trim()
  if (key === '') throw new Error(`${path} is empty. Put the secret key back, from your copy of it`)
  return key
}

/** Writes it whole or not at all, and onto the disk: without it the database's secrets can't be opened. */
export async function writeKeyFile(path: string, key: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(`${key}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Makes the next key the key. @returns where the one before it is kept; null where there was none */
export async function takeNextKey(path: string): Promise<string | null> {
  const former = await keepFormer(path)
  await rename(nextOf(path), path)
  await syncFolder(dirname(path))
  return former
}

/** Takes away the key file that SECRET_KEY replaces. @returns where its key is kept; null where there was none */
export async function putKeyAside(path: string): Promise<string | null> {
  const former = await keepFormer(path)
  for (const gone of [path, nextOf(path)]) await rm(gone, { force: true })
  return former
}

/** Backups made with a key can't be used without it, and this may be its only copy. */
async function keepFormer(path: string): Promise<string | null> {
  const key = await readKeyFile(path)
  if (key === null) return null
  const former = `${path}.until-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await writeKeyFile(former, key)
  return former
}

/** A rename is on the disk only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
