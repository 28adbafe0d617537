import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The SQL of db/ (docs/database.md). */

export interface Step {
  readonly name: string
  readonly text: string
  readonly hash: string
}

export interface Schema {
  /** the baseline and the numbered migrations: each is applied once */
  readonly tables: readonly Step[]
  /** functions, views, policies, triggers and grants, a file per noun: applied again when any of them changes */
  readonly definitions: { readonly files: readonly Omit<Step, 'hash'>[]; readonly hash: string }
  /** drops all definitions */
  readonly dropDefinitions: string
  /** the program's version */
  readonly version: string
}

const folder = new URL('../../db/', import.meta.url)
const read = (path: string) => readFile(new URL(path, folder), 'utf8')

export async function readSchema(): Promise<Schema> {
  const nouns = JSON.parse(await read('order.json')) as string[]
  const baseline = await readNouns('baseline', nouns)
  const definitions = await readNouns('definitions', nouns)
  const numbered = await Promise.all(
    (await namesIn('migrations')).map(async (name) => ({ name, text: await read(`migrations/${name}`) })),
  )
  return {
    tables: [{ name: 'baseline', text: join(baseline) }, ...numbered].map((step) => ({
      ...step,
      // Comments aren't part of the hash, so they can be improved later.
      hash: hashOf(step.text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')),
    })),
    definitions: { files: definitions, hash: hashOf(join(definitions)) },
    dropDefinitions: await read('drop-definitions.sql'),
    version: JSON.parse(await read('../package.json')).version,
  }
}

/** A folder's files in the order of their nouns; a noun may have none. @throws Error if the order lacks one */
async function readNouns(room: string, nouns: readonly string[]): Promise<{ name: string; text: string }[]> {
  const names = await namesIn(room)
  const unordered = names.filter((name) => !nouns.includes(name.replace('.sql', '')))
  if (unordered.length > 0) throw new Error(`Not in db/order.json: ${unordered.join(', ')}`)
  const ordered = nouns.map((noun) => `${noun}.sql`).filter((name) => names.includes(name))
  return Promise.all(ordered.map(async (name) => ({ name: `${room}/${name}`, text: await read(`${room}/${name}`) })))
}

async function namesIn(room: string): Promise<string[]> {
  return (await readdir(new URL(`${room}/`, folder))).filter((name) => name.endsWith('.sql')).sort()
}

const join = (files: readonly { readonly text: string }[]): string => files.map(({ text }) => text).join('\n')

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
