import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { urlOf } from '../../tests/kit/connections.ts'
import { query } from '../../tests/kit/contents.ts'
import { openExternalDatabase } from './external-database.ts'

const server = inject('postgres')
const names = { good: 'external_good', ascii: 'external_ascii', small: 'external_small' }
const urlFor = (database: string) => urlOf({ ...server, database })
const warned: string[] = []
const open = (url: string) => openExternalDatabase(url, (line) => void warned.push(line))

beforeAll(async () => {
  // As docs/operations.md shows.
  await query(server, `create database ${names.good} encoding 'UTF8' locale 'C.UTF-8' template template0`)
  await query(
    server,
    `create database ${names.ascii} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  )
  await query(
    server,
    `create database ${names.small} encoding 'UTF8' locale 'C' locale_provider libc template template0`,
  )
})
afterAll(async () => {
  for (const name of Object.values(names)) await query(server, `drop database if exists ${name} with (force)`)
})

it('says what is wrong with DATABASE_URL', async () => {
  const failures = {
    [urlFor('external_none')]: 'database "external_none" does not exist',
    [urlOf({ ...server, password: 'wrong' })]: 'password authentication failed',
    'postgres://nobody@127.0.0.1:1/x': 'ECONNREFUSED',
    [urlFor(names.ascii)]: 'has the encoding SQL_ASCII',
  }
  for (const [url, words] of Object.entries(failures)) {
    const { message } = (await open(url).catch((error: Error) => error)) as Error
    expect(message).toMatch(/^DATABASE_URL: /)
    expect(message).toContain(words)
    expect(message).not.toContain(server.password)
  }
})

it('takes a database made as the documents show, and warns of one that knows no small letters but a to z', async () => {
  warned.length = 0
  expect(await open(urlFor(names.good))).toEqual({ connectionString: urlFor(names.good) })
  expect(warned).toEqual([])
  await open(urlFor(names.small))
  expect(warned).toEqual([expect.stringContaining('small letters')])
})
