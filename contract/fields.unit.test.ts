import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { date, inputOf, instant, line, measure, pastDate, phone, queryInteger, text } from './fields.ts'

it('takes instants that can be stored, to the nanosecond [AP-3]', () => {
  for (const value of ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789+01:00', '0001-01-01T00:00:00Z'])
    expect(instant.safeParse(value).success, value).toBe(true)
  for (const value of ['0000-01-01T00:00:00Z', '2026-01-01T00:00:00.0000000001Z', '2026-01-01', '2026-06-30T23:59:60Z'])
    expect(instant.safeParse(value).success, value).toBe(false)
  // One thing is wrong with it, and said once.
  expect(instant.safeParse('soon').error!.issues).toHaveLength(1)
})

it('takes dates that can be stored [AP-3]', () => {
  for (const value of ['0001-01-01', '2024-02-29']) expect(pastDate.safeParse(value).success, value).toBe(true)
  expect(date.safeParse('9999-12-31').success).toBe(true)
  for (const value of ['0000-01-01', '2023-02-29', 'today']) expect(date.safeParse(value).success, value).toBe(false)
  for (const value of ['0000-01-01', '2023-02-29', '9999-12-31', 'today'])
    expect(pastDate.safeParse(value).success, value).toBe(false)
})

it('takes a date that has begun anywhere, which is 14 hours ahead at most [AP-3]', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  for (const [now, latest] of [
    ['2026-11-29T09:59:59Z', '2026-11-29'],
    ['2026-11-29T10:00:00Z', '2026-11-30'],
  ] as const) {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now))
    const taken = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'].filter(
      (value) => pastDate.safeParse(value).success,
    )
    expect(taken.at(-1), now).toBe(latest)
  }
})

it('takes whole numbers in a query as people write them, not as JavaScript may [AP-3]', () => {
  const page = queryInteger(1, 200)
  for (const [given, taken] of [
    ['7', 7],
    ['007', 7],
    ['7.0', 7],
    [7, 7],
  ] as const)
    expect(page.parse(given)).toBe(taken)
  for (const given of [
    '',
    ' ',
    ' 7',
    '0x7',
    '7e0',
    '0b1',
    '1_0',
    'Infinity',
    '7.5',
    '٧',
    '-7',
    '201',
    null,
    true,
    [],
    ['7'],
  ])
    expect(page.safeParse(given).success, JSON.stringify(given)).toBe(false)
})

it('rounds a measure to what can be stored [AP-3]', () => {
  expect(measure(300).parse(170.126)).toBe(170.13)
  expect(measure(300).parse(3.4e-192)).toBe(0)
  expect(measure(300).safeParse(300.1).success).toBe(false)
  expect(measure(300).safeParse(Number.NaN).success).toBe(false)
})

it('requires something that is seen where text is required [RE-8]', () => {
  for (const value of ['', ' ', '\u200b', '\u00ad\u200d', '\u3164', '\u2800', '\u202e', '\u{e0041}'])
    expect(line(100, 1).safeParse(value).error?.issues[0]?.message, JSON.stringify(value)).toBe('Fill in this field')
  for (const value of ['O', '-', '王', '👩‍👩‍👧', 'a\u200db', '\u0301']) expect(line(100, 1).parse(value)).toBe(value)
  expect(line(100).parse('')).toBe('')
})

it('counts characters, also those that JavaScript counts twice [RE-8]', () => {
  for (const value of ['😀'.repeat(64), '𠮷'.repeat(64), '王'.repeat(64)]) {
    expect(line(64).safeParse(value).success, value).toBe(true)
    expect(line(64).safeParse(`${value}x`).error?.issues[0]?.message, value).toBe('Use at most 64 characters')
  }
  expect(line(64, 12).safeParse('😀'.repeat(11)).error?.issues[0]?.message).toBe('Use at least 12 characters')
})

it('keeps nothing that turns the text beside it around, and text that runs from right to left [AP-3]', () => {
  expect(line(100, 1).parse('\u202eadA\u202c \u2066Byron\u2069')).toBe('adA Byron')
  expect(text(100).parse('\u202b \u202c')).toBe('')
  for (const value of ['مريم', 'נעמי כהן', 'a\u200eb']) expect(line(100, 1).parse(value)).toBe(value)
  // As copied from a phone's contacts.
  expect(phone.parse('\u202a+44 7700 900123\u202c')).toBe('+447700900123')
})

it('takes numbers to call of 7 to 15 digits after the plus, as E.164 has them [US-4]', () => {
  for (const value of ['+1234567', '+123456789012345']) expect(phone.parse(value)).toBe(value)
  for (const value of ['+123456', '+1234567890123456', '+0123456789', '447700900123'])
    expect(phone.safeParse(value).success, value).toBe(false)
})

it('takes an empty text as nothing where a date, a time or a number to call may be left empty [RE-8] [US-1]', () => {
  const input = z.object(
    inputOf({
      dob: { kind: 'pastDate', isNullable: true },
      from: { kind: 'time', isNullable: true },
      contact: { kind: 'phone', isNullable: true },
    }),
  )
  expect(input.parse({ dob: '', from: ' ', contact: '' })).toEqual({ dob: null, from: null, contact: null })
  expect(input.parse({ dob: null })).toEqual({ dob: null })
  expect(input.parse({ dob: '1950-01-01' })).toEqual({ dob: '1950-01-01' })
  expect(input.parse({})).toEqual({})
  expect(input.safeParse({ dob: 'x' }).success).toBe(false)
})
