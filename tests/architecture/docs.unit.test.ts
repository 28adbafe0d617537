import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Tables of the documentation that people edit at the same time. */

const read = (path: string): string => readFileSync(path, 'utf8')
const twiceIn = (text: string, pattern: RegExp): string[] => {
  const found = [...text.matchAll(pattern)].map(([, name]) => name!)
  return found.filter((name, at) => found.indexOf(name) !== at)
}

it('requirements, their sections and the rooms of the architecture are listed once', () => {
  const requirements = read('docs/requirements.md')
  expect(twiceIn(requirements, /^\| ([A-Z]{2}-\d+) \|/gm)).toEqual([])
  expect(twiceIn(requirements, /^## (.+)$/gm)).toEqual([])
  expect(twiceIn(read('docs/architecture.md'), /^\| (`.+?`) \|/gm)).toEqual([])
})

it('every decision is listed once, in order', () => {
  const records = readdirSync('docs/decisions').filter((name) => /^\d/.test(name))
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| (\d{4}) \|/gm)].map(([, number]) => number)
  expect(listed).toEqual(records.map((name) => name.slice(0, 4)).toSorted())
})

it('every metric is explained to the operator, and no other', () => {
  const source = globSync('server/**/*.ts').map(read).join('\n')
  const metrics = [...source.matchAll(/\b(?:counter|gauge)\(\s*'([a-z_]+)'/g)].map(([, name]) => `eupnea_${name}`)
  const explained = [
    ...read('docs/operations.md').matchAll(/`(eupnea_[a-z_]+_(?:total|bytes|left|messages|connections))`/g),
  ]
  expect([...new Set(explained.map(([, name]) => name))].toSorted()).toEqual(metrics.toSorted())
})
