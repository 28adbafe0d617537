import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'en')
const files = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, keys: Object.keys(JSON.parse(text)) }
})

it('keeps each text in the file of its noun, by a key that says so', () => {
  const strays = files.flatMap(({ name, keys }) => {
    const noun = name.replace('.json', '').replaceAll('-', '_').replace(/s$/, '')
    return keys.filter((key) => !new RegExp(`^${noun}s?_[a-z0-9_]+$`).test(key)).map((key) => `${name}: ${key}`)
  })
  expect(files.length).toBeGreaterThan(1)
  expect(strays).toEqual([])
})

it('has each key once: the later would silently take the place of the other', () => {
  const written = files.flatMap(({ text }) => [...text.matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key!))
  expect(written.filter((key, index) => written.indexOf(key) !== index)).toEqual([])
  expect(written.length).toBe(files.flatMap(({ keys }) => keys).length)
})
