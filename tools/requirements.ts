import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `npm run requirements`: lists rows of docs/requirements.md without a test. A test names its rows at the end of its
 * title, such as `discharge sets status 2 [RE-4]`.
 */
const table = await readFile('docs/requirements.md', 'utf8')
const rows = [...table.matchAll(/^\| ([A-Z]{2}-\d+) \|/gm)].map((match) => match[1]!)

const proven = new Map<string, number>()
for (const folder of ['contract', 'server', 'web', 'sensors', 'tests'])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.includes('node_modules') || !/\.(test|journey)\.tsx?$/.test(entry.name)) continue
    for (const [title] of (await readFile(path, 'utf8')).matchAll(/(?:\[[A-Z]{2}-\d+\][\s,]*)+(?=['"`])/g))
      for (const [, id] of title.matchAll(/\[([A-Z]{2}-\d+)\]/g)) proven.set(id!, (proven.get(id!) ?? 0) + 1)
  }

const open = rows.filter((id) => !proven.has(id))
const unknown = [...proven.keys()].filter((id) => !rows.includes(id))
console.log(`${rows.length - open.length} of ${rows.length} rows have a test.`)
if (open.length > 0) console.log(`Without a test: ${open.join(', ')}`)
if (unknown.length > 0) {
  console.log(`Named by tests and not in the table: ${unknown.join(', ')}`)
  process.exit(1)
}
