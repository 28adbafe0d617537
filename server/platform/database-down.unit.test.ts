import { expect, it } from 'vitest'
import { databaseDown } from './answer-error.ts'
import { isPassing } from './database.ts'

// A server that stands still takes no connections once its socket's queue is full.
it('says of a full socket that the database is away, not that support must help [ER-1]', () => {
  const error = Object.assign(new Error('connect EAGAIN /data/socket/.s.PGSQL.5432'), { code: 'EAGAIN' })
  expect(databaseDown(error)).toMatchObject({ status: 503, code: 'database_unavailable' })
  expect(isPassing(error)).toBe(true)
  expect(databaseDown(new Error('something else'))).toBeNull()
})

it('says of a database whose disk is full that it is away [AN-11]', () => {
  for (const message of ['could not write init file', 'could not extend file'])
    expect(databaseDown(Object.assign(new Error(message), { code: '53100' }))).toMatchObject({ status: 503 })
})
