import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic, updateClinic } from '@eupnea/contract/facilities.ts'
import { type Line, lineFaults, linesOf, textsOf } from './lines.ts'

/** What the form of a facility holds: texts as they are typed. */
export type FacilityValues = {
  readonly name: string
  /** IANA name, or '' */
  readonly tz: string
  readonly floors: readonly Line[]
  readonly clinicDetail: string
}

/** What the settings of a facility hold: e-mail addresses. */
export type SettingsValues = {
  readonly alert_recipients: readonly Line[]
  readonly daily_report_recipients: readonly Line[]
  /** HH:MM, or what was typed of it */
  readonly daily_report_time: string
}

/** A fault per field, by the name that the server's answers use; of a line by `floors.` and its key. */
export type Faults = Readonly<Record<string, string>>

type Changes = Omit<CallArguments<typeof updateClinic>, 'clinic_id'>

export const longest = { name: 120, floor: 40, email: 254, clinicDetail: 4_000 } as const
const most = { floors: 200, recipients: 100 } as const

export const valuesOf = ({ name, tz, floors, clinicDetail }: Clinic): FacilityValues => ({
  name,
  tz,
  floors: linesOf(floors),
  clinicDetail,
})

export const settingsOf = ({
  alert_recipients,
  daily_report_recipients,
  daily_report_time,
}: Clinic): SettingsValues => ({
  alert_recipients: linesOf(alert_recipients),
  daily_report_recipients: linesOf(daily_report_recipients),
  daily_report_time,
})

export const facilityOf = ({ name, tz, floors, clinicDetail }: FacilityValues) => ({
  name: name.trim(),
  tz,
  floors: textsOf(floors),
  clinicDetail: clinicDetail.trim(),
})

export const recipientsOf = ({ alert_recipients, daily_report_recipients, daily_report_time }: SettingsValues) => ({
  alert_recipients: textsOf(alert_recipients),
  daily_report_recipients: textsOf(daily_report_recipients),
  daily_report_time,
})

/** Only what differs from what was there, so that a colleague's change of another field stays (FA-1). */
export function changesOf<T extends Changes>(kept: T, now: T): Partial<T> {
  const before: Readonly<Record<string, unknown>> = { ...kept }
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed) as Partial<T>
}

/** What is wrong as far as the browser can tell; the server has the last word. */
export function facilityFaults({ name, tz, floors }: FacilityValues): Faults {
  const faults: Record<string, string> = {}
  if (!name.trim()) faults.name = 'Enter the name'
  if (!tz) faults.tz = 'Choose the time zone'
  if (textsOf(floors).length > most.floors) faults.floors = `At most ${most.floors} floors`
  const tooLong = (text: string) => (text.length > longest.floor ? `At most ${longest.floor} characters` : undefined)
  return { ...faults, ...lineFaults('floors', floors, tooLong, 'This floor is there already') }
}

export function settingsFaults(values: SettingsValues): Faults {
  const { daily_report_time, ...lists } = values
  const faults: Record<string, string> = {}
  if (daily_report_time === '') faults.daily_report_time = 'Enter a time of day'
  for (const [name, lines] of Object.entries(lists)) {
    if (textsOf(lines).length > most.recipients) faults[name] = `At most ${most.recipients} addresses`
    Object.assign(faults, lineFaults(name, lines, emailFault, 'This address is there already'))
  }
  return faults
}

const emailFault = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'This is not an e-mail address'
