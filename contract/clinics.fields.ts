import { m } from '@eupnea/texts'
import { formatsOf, type Locale } from '@eupnea/texts/locale.ts'
import type { Fields, Words } from './field-kinds.ts'

/** The fields of a clinic: what the form and the server check. */

export const email = { kind: 'email', isRequired: true } as const
export const phone = { kind: 'phone', isRequired: true } as const

const at = Date.UTC(2026, 10, 23, 15, 4)

const example = (locale: string) => {
  const { dateTime, number, decimal } = formatsOf(locale)
  return m.clinic_locale_example({ time: dateTime(at, 'UTC'), number: number(1_204), decimal: decimal(16.5) })
}

const localeChoices = {
  'en-GB': () => m.clinic_locale_gb({ example: example('en-GB') }),
  'en-US': () => m.clinic_locale_us({ example: example('en-US') }),
  'en-AU': () => m.clinic_locale_au({ example: example('en-AU') }),
  'en-AT': () => m.clinic_locale_at({ example: example('en-AT') }),
  'en-CA': () => m.clinic_locale_ca({ example: example('en-CA') }),
  'en-DE': () => m.clinic_locale_de({ example: example('en-DE') }),
  'en-IE': () => m.clinic_locale_ie({ example: example('en-IE') }),
  'en-NL': () => m.clinic_locale_nl({ example: example('en-NL') }),
  'en-NZ': () => m.clinic_locale_nz({ example: example('en-NZ') }),
  'en-CH': () => m.clinic_locale_ch({ example: example('en-CH') }),
} satisfies Record<Locale, Words>

export const clinicFields = {
  name: { kind: 'line', min: 1, max: 120, isRequired: true, label: m.clinic_name, missing: m.clinic_name_missing },
  tz: { kind: 'zone', isRequired: true, label: m.clinic_zone, missing: m.clinic_zone_missing },
  /** how dates, times and numbers are written */
  locale: {
    kind: 'choice',
    choices: localeChoices,
    max: 16,
    isRequired: true,
    label: m.clinic_locale,
    help: m.clinic_locale_help,
    missing: m.clinic_locale_missing,
  },
  floors: { kind: 'list', of: { kind: 'line', min: 1, max: 40, isRequired: true }, max: 200 },
  alert_recipients: { kind: 'list', of: email, max: 100 },
  daily_report_recipients: { kind: 'list', of: email, max: 100 },
  escalation_minutes: { kind: 'number', min: 1, max: 1_440 },
  /** e-mail addresses and phone numbers */
  escalation_recipients: { kind: 'list', of: { kind: 'line', max: 254 }, max: 20 },
  clinicDetail: { kind: 'text', max: 4_000, label: m.clinic_details },
} as const satisfies Fields
