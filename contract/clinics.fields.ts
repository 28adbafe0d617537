import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** The fields of a clinic: what the form and the server check. */

export const email = { kind: 'email', isRequired: true } as const
export const phone = { kind: 'phone', isRequired: true } as const

export const clinicFields = {
  name: { kind: 'line', min: 1, max: 120, isRequired: true, label: m.clinic_name, missing: m.clinic_name_missing },
  tz: { kind: 'zone', isRequired: true, label: m.clinic_zone, missing: m.clinic_zone_missing },
  floors: { kind: 'list', of: { kind: 'line', min: 1, max: 40, isRequired: true }, max: 200 },
  alert_recipients: { kind: 'list', of: email, max: 100 },
  daily_report_recipients: { kind: 'list', of: email, max: 100 },
  escalation_minutes: { kind: 'number', min: 1, max: 1_440 },
  /** e-mail addresses and phone numbers */
  escalation_recipients: { kind: 'list', of: { kind: 'line', max: 254 }, max: 20 },
  clinicDetail: { kind: 'text', max: 4_000, label: m.clinic_details },
} as const satisfies Fields
