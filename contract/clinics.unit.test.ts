import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { clinicSettingsFields as fields, clinicSettingsRules as rules } from './clinics.fields.ts'
import { createClinic, updateClinic } from './clinics.ts'
import { brokenRules, cleanText, faultOf } from './field-kinds.ts'

it('wants somebody to escalate to where there is a time for it [AL-7] [FA-3]', () => {
  const broken = (escalation_minutes: number | null, escalation_recipients: string[]) =>
    brokenRules(rules, { escalation_minutes, escalation_recipients }, ['escalation_minutes']).map(({ field }) => field)
  expect(broken(10, [])).toEqual(['escalation_recipients'])
  expect(broken(10, ['+447700900123'])).toEqual([])
  expect(broken(null, [])).toEqual([])
})

it('takes who is escalated to as an address or a number, and says what is neither [AL-7] [FA-3]', () => {
  const { of } = fields.escalation_recipients
  const judged = (text: string) => faultOf(of, cleanText(of, text))?.message
  expect(cleanText(of, ' +44 7700 900123 ')).toBe('+447700900123')
  expect(cleanText(of, 'Night-Desk@House.example')).toBe('night-desk@house.example')
  expect(judged('+44 7700 900123')).toBeUndefined()
  expect(judged('night@house.example')).toBeUndefined()
  for (const neither of ['07700 900123', 'nobody', 'a@b']) expect(judged(neither)).toBe(m.rule_not_contact())
})

it('takes minutes and a time of day as people give them [AL-7] [RP-1]', () => {
  const { daily_report_time: time, escalation_minutes: minutes } = fields
  for (const good of ['07:00', '00:00', '23:59']) expect(faultOf(time, good)).toBeUndefined()
  for (const bad of ['', '7:00', '24:00', '07:60']) expect(faultOf(time, bad)?.message).toBe(m.rule_not_time())
  expect(faultOf(minutes, 0)?.code).toBe('too_small')
  expect(faultOf(minutes, 1_441)?.code).toBe('too_large')
})

it('is judged by the same rules in the calls [FA-1] [FA-2]', () => {
  const codes = (given: object) =>
    updateClinic.input.safeParse({ clinic_id: 'c', ...given }).error?.issues.map(({ path }) => path.join('.'))
  expect(codes({ escalation_recipients: ['+447700900123', '+44 7700 900 123'] })).toEqual(['escalation_recipients.1'])
  expect(codes({ daily_report_time: '7' })).toEqual(['daily_report_time'])
  expect(codes({ escalation_minutes: null, escalation_recipients: [] })).toBeUndefined()
  expect(createClinic.input.parse({ name: ' Maple Court ' })).toMatchObject({ name: 'Maple Court', tz: 'UTC' })
})
