import type { Rule } from '@eupnea/contract/field-kinds.ts'
import { inputOf } from '@eupnea/contract/fields.ts'
import { residentFields as fields, residentRules as rules } from '@eupnea/contract/residents.fields.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { broughtIn, changesOf, faultsOf, formRules, typedOf } from './record.ts'

const none = typedOf(fields, null)
const kept = typedOf(fields, { first_name: 'Ada', last_name: 'Byron', room: '12', floor: '1', dob: '1941-03-02' })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('sends of a new resident what was given, of a change what was changed [RE-2]', () => {
  expect(changesOf(fields, none, { ...none, first_name: ' Ada ', last_name: 'Byron', room: ' 12 ' })).toEqual({
    first_name: 'Ada',
    last_name: 'Byron',
    room: '12',
  })
  const typed = { ...kept, room: '14', dob: '', mrNo: ' M 1 ', first_name: 'Ada ' }
  expect(changesOf(fields, kept, typed)).toEqual({ room: '14', dob: null, mrNo: 'M 1' })
  expect(changesOf(fields, kept, { ...kept, room: '' })).toEqual({ room: '' })
})

it('keeps what was typed when somebody else changed the record meanwhile [RE-2]', () => {
  const now = { ...kept, room: '13', mrNo: 'M 1' }
  expect(broughtIn(fields, kept, now, { ...kept, room: '14' })).toEqual({ ...kept, room: '14', mrNo: 'M 1' })
})

it('names what is wrong beside its field [RE-8]', () => {
  const faults = (typed: Partial<typeof kept>, before: typeof kept | null = kept) =>
    faultsOf(fields, rules, before, { ...(before ?? none), ...typed })
  expect(faults({})).toEqual({})
  expect(faults({ first_name: '  ' }, null)).toEqual({
    first_name: 'Enter a first name',
    last_name: 'Enter a last name',
  })
  expect(faults({ room: 'x'.repeat(65), dob: day(3) })).toEqual({
    room: 'Use at most 64 characters',
    dob: 'Enter today’s date or an earlier one',
  })
  expect(faults({ dob: day(0) })).toEqual({})
  expect(faults({ dateOfAdmission: '1941-03-01' })).toEqual({
    dateOfAdmission: 'Enter a date on or after the date of birth',
  })
})

it('does not judge again what a change leaves alone, and what hangs together again [RE-8]', () => {
  const odd = { ...kept, gender: 'X'.repeat(40), dateOfAdmission: '1941-03-01' }
  expect(faultsOf(fields, rules, odd, { ...odd, room: '9' })).toEqual({})
  expect(Object.keys(faultsOf(fields, rules, odd, { ...odd, dob: '1941-03-03' }))).toEqual(['dateOfAdmission'])
  expect(formRules(fields, rules, kept).touchedBy?.(['dob'])).toEqual(['dateOfAdmission'])
  expect(formRules(fields, rules, kept).touchedBy?.(['room'])).toEqual([])
})

it('takes numbers with a decimal sign of either kind, and flags', () => {
  const measures = {
    weight: { kind: 'number', min: 0, max: 700, decimals: 2, isNullable: true },
    floors: { kind: 'number', min: 1, max: 9, isNullable: true },
    is_quiet: { kind: 'flag' },
  } as const
  const empty = typedOf(measures, null)
  const noRules: readonly Rule<typeof measures>[] = []
  expect(changesOf(measures, empty, { weight: ' 61,255 ', floors: '3', is_quiet: true })).toEqual({
    weight: 61.26,
    floors: 3,
    is_quiet: true,
  })
  expect(faultsOf(measures, noRules, empty, { weight: 'heavy', floors: '2.5', is_quiet: false })).toEqual({
    weight: 'Enter a number',
    floors: 'Enter a whole number',
  })
})

it('judges lists line by line, and the same twice [FA-1] [FA-2]', () => {
  const lists = {
    floors: { kind: 'list', of: { kind: 'line', max: 5, isRequired: true }, max: 3 },
    recipients: { kind: 'list', of: { kind: 'email', isRequired: true }, max: 9 },
  } as const
  const noRules: readonly Rule<typeof lists>[] = []
  const kept = typedOf(lists, { floors: ['1', '2'], recipients: [] })
  expect(changesOf(lists, kept, typedOf(lists, { floors: ['1', '2'], recipients: [] }))).toEqual({})
  const typed = typedOf(lists, { floors: ['a', '', ' A ', 'ground'], recipients: ['X@Example.com', 'nobody'] })
  expect(changesOf(lists, kept, typed)).toEqual({
    floors: ['a', 'A', 'ground'],
    recipients: ['x@example.com', 'nobody'],
  })
  const [, , twice, long] = typed.floors
  const [, nobody] = typed.recipients
  expect(faultsOf(lists, noRules, kept, typed)).toEqual({
    [`floors.${twice!.key}`]: 'This is already in the list. Remove one.',
    [`floors.${long!.key}`]: 'Use at most 5 characters',
    [`recipients.${nobody!.key}`]: 'Enter an e-mail address, such as name@example.com',
  })
  // The server numbers the lines that were sent.
  expect(formRules(lists, noRules, kept).lineKey?.(typed, 'floors', 1)).toBe(twice!.key)
  const { issues } = z.object(inputOf(lists)).safeParse({ floors: ['a', 'A', 'ground'] }).error!
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['floors.1', 'This is already in the list. Remove one.'],
    ['floors.2', 'Use at most 5 characters'],
  ])
})

it('judges a text by its own rules once it is there, and a secret as it was typed', () => {
  const reached = {
    address: {
      kind: 'line',
      max: 20,
      rules: [{ isKept: (text: string) => text.startsWith('https:'), code: 'insecure', words: () => 'Use https' }],
    },
    secret: { kind: 'secret', max: 20, isRequired: true },
  } as const
  const noRules: readonly Rule<typeof reached>[] = []
  const none = typedOf(reached, null)
  expect(faultsOf(reached, noRules, null, none)).toEqual({ secret: 'Fill in this field' })
  const typed = { address: 'http://a', secret: ' a ' }
  expect(faultsOf(reached, noRules, null, typed)).toEqual({ address: 'Use https' })
  expect(changesOf(reached, none, typed)).toEqual({ address: 'http://a', secret: ' a ' })
  const { issues } = z.object(inputOf(reached)).safeParse({ address: 'http://a', secret: '' }).error!
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['address', 'Use https'],
    ['secret', 'Fill in this field'],
  ])
})
