import type { AuditEntry } from '@eupnea/contract/audit.ts'
import { expect, it } from 'vitest'
import { actGroups, actorText, actText, changeText, detailText } from './act-words.ts'

it('reads acts in words, also those it does not know [AP-5]', () => {
  expect(actText('resident.discharge')).toBe('Discharged a resident')
  expect(actText('resident.moved')).toBe('resident.moved')
})

it('offers every act under its noun once [AP-5]', () => {
  const offered = actGroups().flatMap(({ acts }) => acts.map(({ value }) => value))
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered).toEqual(
    expect.arrayContaining(['session.sign-in-failed', 'ehr-import.confirm', 'observation.list', 'sms-alert.disable']),
  )
  expect(actGroups().every(({ acts }) => acts.length > 0)).toBe(true)
})

it('names who acted [AP-5]', () => {
  const by = (entry: Partial<AuditEntry>) => actorText({ actor_id: 'x', actor_name: '', ...entry } as AuditEntry)
  expect(by({ actor_type: 'user', actor_name: 'ada@house.example' })).toBe('ada@house.example')
  expect(by({ actor_type: 'user' })).toBe('x')
  expect(by({ actor_type: 'job', actor_name: 'retention' })).toBe('System (retention)')
  expect(by({ actor_type: 'anonymous' })).toBe('Visitor')
})

it('shows any detail as text [AP-5]', () => {
  expect(detailText({ added: ['a', 'b'], removed: [], is_sent: true, note: null })).toBe(
    'Added: a, b; Removed: None; Is sent: Yes; Note: –',
  )
})

it('shows a change as before and after [AP-5]', () => {
  expect(changeText({ before: '12', after: null })).toBe('12 → –')
  expect(changeText({ before: [], after: ['a', 'b'] })).toBe('None → a, b')
})
