import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { lineOf, linesOf } from '../shared/form/lines.ts'
import {
  changesOf,
  clinicFaults,
  clinicOf,
  recipientsOf,
  settingsFaults,
  settingsOf,
  valuesOf,
} from './clinic-values.ts'
import { logoFault } from './logo.ts'

const maple: Clinic = {
  id: 'c1',
  slug: 'maple-court',
  name: 'Maple Court',
  logo: null,
  tz: 'Europe/London',
  locale: 'en-GB',
  floors: ['Ground', 'First'],
  alert_recipients: ['night@house.example'],
  daily_report_recipients: [],
  escalation_minutes: null,
  escalation_recipients: [],
  daily_report_time: '07:00',
  ehr_integration_status: '',
  clinicDetail: '',
  is_demo: false,
}

it('sends only what was changed [FA-1]', () => {
  const kept = clinicOf(valuesOf(maple))
  expect(changesOf(kept, clinicOf(valuesOf(maple)))).toEqual({})
  expect(changesOf(kept, clinicOf({ ...valuesOf(maple), name: ' Maple Court ' }))).toEqual({})
  const floors = [...linesOf(['Ground', 'First', ' Second ']), lineOf()]
  expect(changesOf(kept, clinicOf({ ...valuesOf(maple), floors }))).toEqual({ floors: ['Ground', 'First', 'Second'] })
  const settings = { ...settingsOf(maple), alert_recipients: [] }
  expect(changesOf(recipientsOf(settingsOf(maple)), recipientsOf(settings))).toEqual({ alert_recipients: [] })
})

it('names the faults of a facility by field and line [FA-3]', () => {
  expect(clinicFaults(valuesOf(maple))).toEqual({})
  const floors = linesOf(['x'.repeat(41)])
  expect(clinicFaults({ name: ' ', tz: '', locale: 'en-GB', floors, clinicDetail: '' })).toEqual({
    name: m.clinic_name_missing(),
    tz: m.clinic_zone_missing(),
    [`floors.${floors[0]!.key}`]: m.rule_too_long({ max: 40 }),
  })
  const many = linesOf(Array.from({ length: 201 }, (_, index) => `${index}`))
  expect(clinicFaults({ ...valuesOf(maple), floors: many })).toEqual({ floors: m.rule_too_many({ max: 200 }) })
})

it('names the faults of recipients beside their line [FA-3]', () => {
  const daily_report_recipients = linesOf(['a@x.example', 'nobody', 'A@x.example', ''])
  expect(settingsFaults({ ...settingsOf(maple), daily_report_recipients })).toEqual({
    [`daily_report_recipients.${daily_report_recipients[1]!.key}`]: m.rule_not_email(),
    [`daily_report_recipients.${daily_report_recipients[2]!.key}`]: m.rule_twice(),
  })
  const alert_recipients = linesOf(Array.from({ length: 101 }, (_, index) => `n${index}@x.example`))
  expect(settingsFaults({ ...settingsOf(maple), alert_recipients })).toEqual({
    alert_recipients: m.rule_too_many({ max: 100 }),
  })
})

it('refuses files that are no logo by type and size [FA-3]', () => {
  expect(logoFault({ type: 'image/png', size: 2 * 1_048_576 })).toBeUndefined()
  expect(logoFault({ type: 'image/png', size: 2 * 1_048_576 + 1 })).toBe(m.clinic_logo_too_large({ size: '2.1' }))
  expect(logoFault({ type: 'image/webp', size: 0 })).toBe(m.file_empty())
  for (const type of ['image/svg+xml', 'image/gif', 'application/pdf', ''])
    expect(logoFault({ type, size: 10 })).toBe(m.clinic_logo_type())
})

it('takes escalation as minutes and as addresses or numbers, and says what is neither [AL-7] [FA-3]', () => {
  const settings = {
    ...settingsOf(maple),
    escalation_minutes: '10',
    escalation_recipients: linesOf(['+44 7700 900123']),
  }
  expect(settingsFaults(settings)).toEqual({})
  expect(recipientsOf(settings)).toMatchObject({ escalation_minutes: 10, escalation_recipients: ['+447700900123'] })
  expect(recipientsOf({ ...settings, escalation_minutes: ' ' }).escalation_minutes).toBeNull()
  expect(settingsFaults({ ...settings, escalation_minutes: '0' })).toHaveProperty('escalation_minutes')
  expect(settingsFaults({ ...settings, escalation_recipients: [] })).toHaveProperty('escalation_recipients')
  expect(Object.values(settingsFaults({ ...settings, escalation_recipients: linesOf(['07700 900123']) }))).toEqual([
    m.clinic_recipient_invalid(),
  ])
})
