import { expect, it, vi } from 'vitest'
import type { Log } from './log.ts'
import { createRefusalLog, isNoteworthy, namedBy } from './log-refusals.ts'

it('tells the first of a kind at once and counts the rest of its minute, however many kinds there are', () => {
  const warn = vi.fn()
  const refusals = createRefusalLog({ warn } as unknown as Log)
  const one = { status: 403, code: 'forbidden', call: 'GET /api/users', actor: 'u-1', address: '203.0.113.7' }
  for (let nth = 0; nth < 500; nth++) refusals.note({ ...one, request_id: `r-${nth}` })
  refusals.note({ ...one, actor: null })
  // Addresses of one IPv6 network are one.
  for (let nth = 0; nth < 500; nth++) refusals.note({ ...one, actor: null, address: `2001:db8::${nth}` })
  expect(warn.mock.calls.map(([line]) => line.request_id ?? line.address)).toEqual([
    'r-0',
    '203.0.113.7',
    '2001:db8::0',
  ])
  warn.mockClear()
  refusals.flush()
  expect(warn.mock.calls.map(([line]) => line.times)).toEqual([499, 499])
  warn.mockClear()
  for (let nth = 0; nth < 2_000; nth++) refusals.note({ ...one, actor: `u-${nth}` })
  expect(warn).toHaveBeenCalledTimes(1_000)
  warn.mockClear()
  refusals.close()
  expect(warn.mock.calls).toEqual([[{ times: 1_000 }, 'others were refused']])
})

it('tells what another site’s call named once a minute, cut, and counts the rest', () => {
  const warn = vi.fn()
  const refusals = createRefusalLog({ warn } as unknown as Log)
  const of = { status: 403, code: 'foreign_origin', call: 'GET /live', actor: null, address: '203.0.113.7' }
  for (let nth = 0; nth < 500; nth++)
    refusals.note({ ...of, named: namedBy({ headers: { origin: `https://${nth}${'x'.repeat(9_000)}`, host: 'h' } }) })
  refusals.close()
  expect(warn.mock.calls.map(([line]) => [line.named?.host, line.times])).toEqual([
    ['h', undefined],
    [undefined, 499],
  ])
  expect(JSON.stringify(warn.mock.calls).length).toBeLessThan(1_000)
})

it('passes over conflicts, and visitors who have no token at all', () => {
  for (const [status, hasToken, expected] of [
    [200, true, false],
    [401, false, false],
    [401, true, true],
    [403, false, true],
    [404, true, true],
    [409, true, false],
    [422, true, true],
    [429, false, true],
    [503, true, false],
  ] as const)
    expect(isNoteworthy(status, hasToken), `${status} ${hasToken}`).toBe(expected)
})
