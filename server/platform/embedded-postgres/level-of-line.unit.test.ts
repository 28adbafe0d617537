import { expect, it } from 'vitest'
import { levelOfLine } from './level-of-line.ts'

it('says why the database ended, and what a start waits for [LI-2]', () => {
  expect(levelOfLine('PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device')).toBe('warn')
  expect(levelOfLine('FATAL:  sorry, too many clients already')).toBe('warn')
  expect(levelOfLine('PostgreSQL is not ready after 10 s (starting); waiting on.')).toBe('info')
  for (const news of ['terminating connection due to administrator command', 'the database system is starting up'])
    expect(levelOfLine(`FATAL:  ${news}`)).toBe('debug')
  for (const line of ['LOG:  checkpoint starting: time', 'ERROR:  duplicate key value', 'DEBUG1:  x', '\tand more'])
    expect(levelOfLine(line)).toBe('debug')
})
