import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { filledOf, type Line, lineFaults, linesOf, textsOf } from '../shared/form/lines.ts'
import type { Faults } from '../shared/form/use-form-values.ts'

/** What the form of a clinic holds: texts as they are typed. */
export type ClinicValues = {
  readonly name: string
  /** IANA name, or '' */
  readonly tz: string
  readonly floors: readonly Line[]
  readonly clinicDetail: string
}

/** What the settings of a clinic hold: addresses, and when the next ones are told. */
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

export const longest = { name: 120, floor: 40, email: 254, clinicDetail: 4_000 } as const
const most = { floors: 200, recipients: 100, escalation: 20, minutes: 1_440 } as const

export const valuesOf = ({ name, tz, floors, clinicDetail }: Clinic): ClinicValues => ({
  name,
  tz,
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

export const clinicOf = ({ name, tz, floors, clinicDetail }: ClinicValues) => ({
  name: name.trim(),
  tz,
  floors: textsOf(floors),
  clinicDetail: clinicDetail.trim(),
})

export const recipientsOf = (values: SettingsValues) => ({
  alert_recipients: textsOf(values.alert_recipients),
  daily_report_recipients: textsOf(values.daily_report_recipients),
  daily_report_time: values.daily_report_time,
  escalation_minutes: values.escalation_minutes.trim() === '' ? null : Number(values.escalation_minutes),
  escalation_recipients: textsOf(values.escalation_recipients).map((text) =>
    text.includes('@') ? text : text.replaceAll(/[\s()./-]/g, ''),
  ),
})

/** Only what differs from what was there, so that a colleague's change of another field stays (FA-1). */
export function changesOf<T extends Changes>(kept: T, now: T): Partial<T> {
  const before: Readonly<Record<string, unknown>> = { ...kept }
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed) as Partial<T>
}

/** The changed fields as they were seen, so that nobody's change of them is overwritten unseen (FA-1). */
export const wasOf = (seen: Clinic, changes: Changes): Changes['was'] =>
  Object.fromEntries(Object.entries(seen).filter(([name]) => name in changes))

/** What is wrong as far as the browser can tell; the server has the last word. */
export function clinicFaults({ name, tz, floors }: ClinicValues): Faults {
  const faults: Record<string, string> = {}
  if (!name.trim()) faults.name = 'Enter the name'
  if (!tz) faults.tz = 'Choose the time zone'
  if (textsOf(floors).length > most.floors) faults.floors = `At most ${most.floors} floors`
  const tooLong = (text: string) => (text.length > longest.floor ? `At most ${longest.floor} characters` : undefined)
  return { ...faults, ...lineFaults('floors', floors, tooLong, 'This floor is there already') }
}

export function settingsFaults(values: SettingsValues): Faults {
  const faults: Record<string, string> = {}
  const { daily_report_time, escalation_minutes, escalation_recipients, ...lists } = values
  if (daily_report_time === '') faults.daily_report_time = 'Enter a time of day'
  for (const [name, lines] of Object.entries(lists)) {
    if (textsOf(lines).length > most.recipients) faults[name] = `At most ${most.recipients} addresses`
    Object.assign(faults, lineFaults(name, lines, emailFault, 'This address is there already'))
  }
  const minutes = escalation_minutes.trim()
  if (minutes && !(/^\d+$/.test(minutes) && Number(minutes) >= 1 && Number(minutes) <= most.minutes))
    faults.escalation_minutes = `A whole number from 1 to ${most.minutes}, or nothing`
  const next = textsOf(escalation_recipients)
  if (next.length > most.escalation) faults.escalation_recipients = `At most ${most.escalation} recipients`
  else if (minutes && next.length === 0) faults.escalation_recipients = 'Add who is told then, or leave the time empty'
  return {
    ...faults,
    ...lineFaults('escalation_recipients', escalation_recipients, recipientFault, 'This recipient is there already'),
  }
}

const recipientFault = (text: string): string | undefined =>
  text.includes('@')
    ? emailFault(text)
    : /^\+[1-9][0-9]{6,14}$/.test(text.replaceAll(/[\s()./-]/g, ''))
      ? undefined
      : 'This is neither an e-mail address nor a phone number with its country code'

const emailFault = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'This is not an e-mail address'

/** The portal names a line by its place among those that were sent. */
const lineKey = (values: object, field: string, index: number) => {
  const list: unknown = (values as Record<string, unknown>)[field]
  return Array.isArray(list) ? filledOf(list)[index]?.key : undefined
}
export const clinicRules = { faultsOf: clinicFaults, lineKey }
export const settingsRules = { faultsOf: settingsFaults, lineKey }
