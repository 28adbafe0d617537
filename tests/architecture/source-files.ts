import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Our source files and their imports. */

export interface SourceFile {
  /** from the root of the repository, with forward slashes */
  readonly path: string
  readonly text: string
  /** our own files by path, packages by name */
  readonly imports: readonly { readonly target: string; readonly own: boolean }[]
}

export const rooms = ['contract', 'db', 'server', 'web', 'sensors'] as const

export const isTest = (path: string): boolean => /\.(test|fixture)\.tsx?$/.test(path)

export function readSources(): SourceFile[] {
  return rooms
    .flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .filter((path) => !/node_modules|\/dist\//.test(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(?:[^'"\n;]|\n(?!\s*(?:import|export)\s))*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

function importsOf(path: string, text: string): SourceFile['imports'] {
  return [...text.matchAll(statement)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3]!
    if (name.startsWith('.')) return { target: normalize(join(dirname(path), name)).replaceAll('\\', '/'), own: true }
    const workspace = /^@eupnea\/(\w+)(?:\/(.+))?$/.exec(name)
    if (workspace) return { target: `${workspace[1]}/${workspace[2] ?? 'index.ts'}`, own: true }
    return { target: name, own: false }
  })
}

/** `server/live/ingest/broker.ts` → `live/ingest`; files directly in server/ → `` */
export function nounOf(path: string): string {
  const parts = path.split('/').slice(1, -1)
  return parts[0] === 'live' ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}
