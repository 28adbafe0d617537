import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { m } from './index.ts'

const folder = join(import.meta.dirname, 'en')
const files = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, keys: Object.keys(JSON.parse(text)) }
})

it('keeps each text in the file of its noun, by a key that says so', () => {
  const strays = files.flatMap(({ name, keys }) => {
    const noun = name.replace('.json', '').replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')
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

/** Every wording: a text itself, or each of its plural forms. */
const wordings = files.flatMap(({ text }) =>
  Object.entries(JSON.parse(text) as Record<string, string | { match: Record<string, string> }[]>).flatMap(
    ([key, said]): [string, string][] =>
      typeof said === 'string'
        ? [[key, said]]
        : said.flatMap(({ match }) => Object.values(match).map((form): [string, string] => [key, form])),
  ),
)

it('has a function for each text', () => {
  expect(Object.keys(m).sort()).toEqual(files.flatMap(({ keys }) => keys).sort())
})

it('puts values in by their names, and ends what it begins: the compiler says nothing of it', () => {
  const isWellFormed = (text: string): boolean => {
    const open: string[] = []
    const rest = text.replaceAll(/\\[{}\\]|\{(#\w+\/?|\/\w+|\w+)\}/g, (_, inside = '') => {
      if (/^#\w+$/.test(inside)) open.push(inside.slice(1))
      if (inside.startsWith('/') && open.pop() !== inside.slice(1)) return '{'
      return ''
    })
    return open.length === 0 && !/[{}]/.test(rest)
  }
  expect(['{#b}{name}{/b} saved', '{#new/} ok'].map(isWellFormed)).toEqual([true, true])
  expect(['{name', '{na me}', '{#b}x', 'x{/b}', '{#b}x{/i}'].filter(isWellFormed)).toEqual([])
  expect(wordings.filter(([, text]) => !isWellFormed(text))).toEqual([])
})

it('has a wording for every count', () => {
  const counted = files.flatMap(({ text }) =>
    Object.entries(JSON.parse(text)).filter(([, said]) => Array.isArray(said)),
  )
  const lacking = counted.filter(([, said]) => {
    const forms = (said as { match: Record<string, string> }[]).flatMap(({ match }) => Object.keys(match))
    return !forms.some((form) => /=(other|\*)(,|$)/.test(form))
  })
  expect(lacking.map(([key]) => key)).toEqual([])
})

it('is written cleanly: no spaces at its ends, none twice, typographic apostrophes', () => {
  const untidy = wordings.filter(([, text]) => text === '' || text !== text.trim() || / {2}|\w'\w/.test(text))
  expect(untidy).toEqual([])
})
