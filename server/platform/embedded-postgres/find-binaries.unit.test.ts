import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkLibraries } from './find-binaries.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'eupnea-test-'))
  mkdirSync(join(root, 'native', 'lib'), { recursive: true })
  writeFileSync(join(root, 'native', 'lib', 'libpq.so.5.18'), 'library')
  writeFileSync(
    join(root, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
})

afterEach(() => rmSync(root, { recursive: true }))

const link = () => join(root, 'native', 'lib', 'libpq.so.5')

test('missing links are made, and made once', () => {
  expect(linkLibraries(root)).toEqual([])
  expect(readlinkSync(link())).toBe('libpq.so.5.18')
  const made = lstatSync(link()).ino
  expect(linkLibraries(root)).toEqual([])
  expect(lstatSync(link()).ino).toBe(made)
})

test('a link to another version is replaced', () => {
  symlinkSync('libpq.so.5.17', link())
  linkLibraries(root)
  expect(readlinkSync(link())).toBe('libpq.so.5.18')
})

test('a copy in place of the link is left alone', () => {
  writeFileSync(link(), 'library')
  expect(linkLibraries(root)).toEqual([])
  expect(lstatSync(link()).isFile()).toBe(true)
})

test('a package without a list needs no links', () => {
  rmSync(join(root, 'native', 'pg-symlinks.json'))
  expect(linkLibraries(root)).toEqual([])
})
