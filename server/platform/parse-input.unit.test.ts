import { type Call, pathNames } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { deviceCalls } from '@eupnea/contract/devices.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PortalError } from './errors.ts'
import { fieldErrorOf, parseInput } from './parse-input.ts'

const library = z.locales.en().localeError

/** The schema library's own message for an issue, which must never reach a person. */
function libraryWordsOf(issue: z.core.$ZodIssue): string {
  const said = library(issue as unknown as z.core.$ZodRawIssue)
  return typeof said === 'string' ? said : (said?.message ?? '')
}

const odd = [
  ...[undefined, null, true, false, 0, -1, 1.5, 1e21, '', ' ', 'x', 'x'.repeat(5_001), 'a\u0000b', 'a\nb', '\u200b'],
  ...['2023-02-30', '2999-01-01', 'a@b', '+1', '{}', [], [[]], [null], [{}], [''], {}, { a: 1 }, Array(201).fill('x')],
]

/** @returns issues whose message is the library's own */
function strayWords({ name, input }: Call, given: unknown): string[] {
  const issues = input.safeParse(given, { reportInput: true }).error?.issues ?? []
  return issues.flatMap((issue) => {
    const { code, message } = fieldErrorOf(issue)
    const isOwn = message !== '' && message !== libraryWordsOf(issue) && /^[a-z][a-z_]+$/.test(code)
    return isOwn ? [] : [`${name} ${issue.path.join('.')}: ${message} (${code})`]
  })
}

describe('what is wrong with an input', () => {
  it('is said in words of our own, whatever the call [AP-3]', () => {
    for (const call of calls) {
      expect(strayWords(call, {})).toEqual([])
      for (const field of Object.keys(call.input.shape))
        for (const value of odd) expect(strayWords(call, { [field]: value })).toEqual([])
    }
  })

  it('is said so of anything else too [AP-3]', () => {
    const values = fc.record({ call: fc.constantFrom(...calls), value: fc.jsonValue({ maxDepth: 4 }) })
    fc.assert(
      fc.property(values, fc.nat(), ({ call, value }, pick) => {
        const names = Object.keys(call.input.shape)
        const field = names[pick % Math.max(1, names.length)] ?? ''
        expect(strayWords(call, { [field]: value })).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('would be the library’s words without ours [AP-3]', () => {
    const issue = { code: 'too_big', origin: 'string', maximum: 3, inclusive: true, path: [], message: '' } as const
    expect(libraryWordsOf(issue as unknown as z.core.$ZodIssue)).toMatch(/^Too big: expected string/)
  })
})

function refusal(call: Call, body: Record<string, unknown>): PortalError {
  const params = Object.fromEntries(pathNames(call.path).map((name) => [name, 'x']))
  try {
    parseInput(call, { body, params, query: {} } as unknown as FastifyRequest)
  } catch (error) {
    if (error instanceof PortalError) return error
  }
  throw new Error('not refused')
}

it('names all refused fields, the first also by itself [AP-3] [RE-8]', () => {
  const { status, code, field, message, errors } = refusal(saveResident, {
    clinic_id: 'c',
    first_name: ' ',
    last_name: 'x'.repeat(101),
    dob: '2023-02-30',
    mrNo: 7,
  })
  expect([status, code, field, message]).toEqual([422, 'refused_input', 'first_name', 'Enter a first name'])
  expect(errors).toEqual([
    { field: 'first_name', code: 'required', message: 'Enter a first name' },
    { field: 'last_name', code: 'too_long', message: 'Use at most 100 characters' },
    { field: 'dob', code: 'not_date', message: 'Enter a date, such as 2026-11-20' },
    { field: 'mrNo', code: 'not_text', message: 'Enter text' },
  ])
})

it('names each faulty line of a list with its line [AP-3] [DE-2]', () => {
  const createDevices = deviceCalls.find(({ name }) => name === 'createDevices')!
  const data = [{ device_uid: 'a' }, { device_uid: '' }, { device_uid: 'b' }, { device_uid: 'c', tz: 'Mars/Base' }, 7]
  const { errors } = refusal(createDevices, { data })
  expect(errors).toEqual([
    { field: 'data.1.device_uid', line: 1, code: 'required', message: 'Enter a sensor ID' },
    { field: 'data.3.tz', line: 3, code: 'not_zone', message: 'Choose a time zone from the list' },
    { field: 'data.4', line: 4, code: 'not_object', message: 'Enter an object' },
  ])
})
