import { m } from '@eupnea/texts'
import { formatsOf, type Locale } from '@eupnea/texts/locale.ts'
import type { Fields, Rule, Words } from './field-kinds.ts'
import { everyFloor } from './rules/report-cells.ts'

/** The fields of a clinic: what its forms and the server check. */

/** An afternoon, so that the clock shows its hours. */
const at = Date.UTC(2026, 10, 23, 15, 4)

const example = (locale: string) => {
  const { dateTime, decimal } = formatsOf(locale)
  return m.clinic_locale_example({ time: dateTime(at, 'UTC'), number: decimal(1_204.5) })
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

/** What a clinic is. */
export const clinicFields = {
  name: {
    kind: 'line',
    min: 1,
    max: 120,
    isRequired: true,
    label: m.clinic_name,
    missing: m.clinic_name_missing,
    part: m.clinic_label,
  },
  tz: {
    kind: 'zone',
    isRequired: true,
    label: m.clinic_zone,
    help: m.clinic_zone_help,
    missing: m.clinic_zone_missing,
    part: m.clinic_label,
  },
  /** how dates, times and numbers are written */
  locale: {
    kind: 'choice',
    choices: localeChoices,
    max: 16,
    isRequired: true,
    label: m.clinic_locale,
    help: m.clinic_locale_help,
    missing: m.clinic_locale_missing,
    part: m.clinic_label,
  },
  clinicDetail: {
    kind: 'text',
    max: 4_000,
    label: m.clinic_details,
    help: m.clinic_details_help,
    part: m.clinic_label,
  },
  floors: {
    kind: 'list',
    of: {
      kind: 'line',
      min: 1,
      max: 40,
      isRequired: true,
      // Whoever reads it gets every floor.
      rules: [{ code: 'floor_reserved', isKept: (name) => name !== everyFloor, words: m.clinic_floor_reserved }],
    },
    max: 200,
    isOrdered: true,
    label: m.clinic_floors_order,
    help: m.clinic_floors_help,
    item: m.clinic_floor,
    add: m.clinic_floor_add,
    part: m.clinic_floors,
  },
} as const satisfies Fields

const emails = {
  kind: 'list',
  of: { kind: 'email', isRequired: true },
  max: 100,
  help: m.clinic_recipients_help,
  add: m.clinic_address_add,
} as const

/** Who hears of what happens there, and when. */
export const clinicSettingsFields = {
  alert_recipients: {
    ...emails,
    label: m.clinic_alert_recipients,
    item: m.clinic_alert_recipient,
    part: m.clinic_alerts,
  },
  daily_report_recipients: {
    ...emails,
    label: m.clinic_report_recipients,
    item: m.clinic_report_recipient,
    part: m.clinic_report,
  },
  /** labelled by the form, which knows the clinic's zone */
  daily_report_time: { kind: 'time', isRequired: true, missing: m.rule_not_time, part: m.clinic_report },
  escalation_minutes: {
    kind: 'number',
    min: 1,
    max: 1_440,
    isNullable: true,
    label: m.clinic_escalation_minutes,
    help: m.clinic_escalation_minutes_help,
    part: m.clinic_escalation,
  },
  escalation_recipients: {
    kind: 'list',
    of: { kind: 'contact', isRequired: true },
    max: 20,
    label: m.clinic_escalation_recipients,
    help: m.clinic_escalation_recipients_help,
    item: m.clinic_escalation_recipient,
    add: m.clinic_escalation_recipient_add,
    part: m.clinic_escalation,
  },
  requires_consent: {
    kind: 'flag',
    label: m.clinic_requires_consent,
    help: m.clinic_requires_consent_help,
    part: m.clinic_consent,
  },
  moves_links: {
    kind: 'flag',
    label: m.clinic_moves_links,
    help: m.clinic_moves_links_help,
    part: m.clinic_ehr,
  },
} as const satisfies Fields

/** The form keeps them; a program may set the minutes in one call and the recipients in the next. */
export const clinicSettingsRules: readonly Rule<typeof clinicSettingsFields>[] = [
  {
    field: 'escalation_recipients',
    of: ['escalation_minutes', 'escalation_recipients'],
    isKept: ({ escalation_minutes, escalation_recipients }) =>
      typeof escalation_minutes !== 'number' || (escalation_recipients?.length ?? 0) > 0,
    code: 'no_recipient',
    words: m.clinic_escalation_recipient_missing,
  },
]
