import type { Clinic } from '@eupnea/contract/clinics.ts'
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
  expect(clinicFaults({ name: ' ', tz: '', floors, clinicDetail: '' })).toEqual({
    name: 'Enter the name',
    tz: 'Choose the time zone',
    [`floors.${floors[0]!.key}`]: 'At most 40 characters',
  })
  const many = linesOf(Array.from({ length: 201 }, (_, index) => `${index}`))
  expect(clinicFaults({ ...valuesOf(maple), floors: many })).toEqual({ floors: 'At most 200 floors' })
})

it('names the faults of recipients beside their line [FA-3]', () => {
  const daily_report_recipients = linesOf(['a@x.example', 'nobody', 'A@x.example', ''])
  expect(settingsFaults({ ...settingsOf(maple), daily_report_recipients })).toEqual({
    [`daily_report_recipients.${daily_report_recipients[1]!.key}`]: 'This is not an e-mail address',
    [`daily_report_recipients.${daily_report_recipients[2]!.key}`]: 'This address is there already',
  })
  const alert_recipients = linesOf(Array.from({ length: 101 }, (_, index) => `n${index}@x.example`))
  expect(settingsFaults({ ...settingsOf(maple), alert_recipients })).toEqual({
    alert_recipients: 'At most 100 addresses',
  })
})

it('refuses files that are no logo by type and size [FA-3]', () => {
  expect(logoFault({ type: 'image/png', size: 2 * 1_048_576 })).toBeUndefined()
  expect(logoFault({ type: 'image/png', size: 2 * 1_048_576 + 1 })).toBe('At most 2 MB; this file has 2.1 MB')
  expect(logoFault({ type: 'image/webp', size: 0 })).toBe('This file is empty')
  for (const type of ['image/svg+xml', 'image/gif', 'application/pdf', ''])
    expect(logoFault({ type, size: 10 })).toBe('A logo is a PNG, JPEG or WebP image')
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
    'This is neither an e-mail address nor a phone number with its country code',
  ])
})
