import type { CallArguments } from '@eupnea/contract/call.ts'
import { clinicFields, email, phone } from '@eupnea/contract/clinics.fields.ts'
import type { Clinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { cleanText, type Field, faultOf } from '@eupnea/contract/field-kinds.ts'
import { m } from '@eupnea/texts'
import { filledOf, type Line, lineFaults, linesOf, textsOf } from '../shared/form/lines.ts'
import type { Faults } from '../shared/form/use-form-values.ts'

/** What the form of a clinic holds: texts as they are typed. */
export type ClinicValues = {
  readonly name: string
  /** IANA name, or '' */
  readonly tz: string
  /** BCP 47 tag of the formats of dates and numbers */
  readonly locale: string
  readonly floors: readonly Line[]
  readonly clinicDetail: string
}

/** What the settings of a clinic hold: recipients, and when to escalate. */
export type SettingsValues = {
  readonly alert_recipients: readonly Line[]
  readonly daily_report_recipients: readonly Line[]
  /** as it is typed; '' for never */
  readonly escalation_minutes: string
  /** e-mail addresses and phone numbers */
  readonly escalation_recipients: readonly Line[]
  /** HH:MM, or what was typed of it */
  readonly daily_report_time: string
}

type Changes = Omit<CallArguments<typeof updateClinic>, 'clinic_id'>

export const valuesOf = ({ name, tz, locale, floors, clinicDetail }: Clinic): ClinicValues => ({
  name,
  tz,
  locale,
  floors: linesOf(floors),
  clinicDetail,
})

export const settingsOf = (clinic: Clinic): SettingsValues => ({
  alert_recipients: linesOf(clinic.alert_recipients),
  daily_report_recipients: linesOf(clinic.daily_report_recipients),
  daily_report_time: clinic.daily_report_time,
  escalation_minutes: clinic.escalation_minutes === null ? '' : String(clinic.escalation_minutes),
  escalation_recipients: linesOf(clinic.escalation_recipients),
})

export const clinicOf = ({ name, tz, locale, floors, clinicDetail }: ClinicValues) => ({
  name: name.trim(),
  tz,
  locale,
  floors: textsOf(floors),
  clinicDetail: clinicDetail.trim(),
})

export const recipientsOf = (values: SettingsValues) => ({
  alert_recipients: textsOf(values.alert_recipients),
  daily_report_recipients: textsOf(values.daily_report_recipients),
  daily_report_time: values.daily_report_time,
  escalation_minutes: values.escalation_minutes.trim() === '' ? null : Number(values.escalation_minutes),
  escalation_recipients: textsOf(values.escalation_recipients).map((text) =>
    text.includes('@') ? text : cleanText(phone, text),
  ),
})

/** Only what differs from what was there, so that a colleague's change of another field stays (FA-1). */
export function changesOf<T extends Changes>(kept: T, now: T): Partial<T> {
  const before: Readonly<Record<string, unknown>> = { ...kept }
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed) as Partial<T>
}

/** The changed fields as the person saw them, so that no one else's change is overwritten unseen (FA-1). */
export const wasOf = (seen: Clinic, changes: Changes): Changes['was'] =>
  Object.fromEntries(Object.entries(seen).filter(([name]) => name in changes))

/** What is wrong by the rules of the contract; the server has the last word. */
const checked = (field: Field, text: string): string | undefined => faultOf(field, cleanText(field, text))?.message

const found = (faults: Readonly<Record<string, string | undefined>>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([, message]) => message !== undefined)) as Faults

export const clinicFaults = ({ name, tz, floors, clinicDetail }: ClinicValues): Faults =>
  found({
    name: checked(clinicFields.name, name),
    tz: checked(clinicFields.tz, tz),
    clinicDetail: checked(clinicFields.clinicDetail, clinicDetail),
    floors: faultOf(clinicFields.floors, textsOf(floors))?.message,
    ...lineFaults('floors', floors, (text) => checked(clinicFields.floors.of, text), m.rule_twice()),
  })

export function settingsFaults(values: SettingsValues): Faults {
  const { daily_report_time, escalation_minutes, escalation_recipients } = values
  const minutes = escalation_minutes.trim()
  const next = textsOf(escalation_recipients)
  const lists = (['alert_recipients', 'daily_report_recipients'] as const).map((name) => ({
    [name]: faultOf(clinicFields[name], textsOf(values[name]))?.message,
    ...lineFaults(name, values[name], (text) => checked(clinicFields[name].of, text), m.rule_twice()),
  }))
  return found({
    ...Object.assign({}, ...lists),
    daily_report_time: daily_report_time === '' ? m.clinic_report_time_invalid() : undefined,
    escalation_minutes: minutes ? faultOf(clinicFields.escalation_minutes, Number(minutes))?.message : undefined,
    escalation_recipients:
      minutes && next.length === 0
        ? m.clinic_escalation_recipient_missing()
        : faultOf(clinicFields.escalation_recipients, next)?.message,
    ...lineFaults('escalation_recipients', escalation_recipients, recipientFault, m.rule_twice()),
  })
}

const recipientFault = (text: string): string | undefined =>
  [email, phone].some((field) => !checked(field, text)) ? undefined : m.clinic_recipient_invalid()

/** The portal names a line by its place among those that were sent. */
const lineKey = (values: object, field: string, index: number) => {
  const list: unknown = (values as Record<string, unknown>)[field]
  return Array.isArray(list) ? filledOf(list)[index]?.key : undefined
}
export const clinicRules = { faultsOf: clinicFaults, lineKey }
export const settingsRules = { faultsOf: settingsFaults, lineKey }
