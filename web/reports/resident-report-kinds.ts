import type { PatientReportType } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { isDay } from '../shared/time.ts'

/** The reports about residents on offer (RP-6). */

export type ReportKind = 'patient' | 'minutely' | 'raw' | 'tib-combined' | 'rr-24-72'

interface KindWords {
  readonly value: ReportKind
  readonly label: () => string
  /** about one resident, or about the clinic */
  readonly isOfResident: boolean
  /** days at first; null: it has no days */
  readonly days: number | null
}

export const reportKinds: readonly KindWords[] = [
  { value: 'patient', label: m.report_kind_patient, isOfResident: true, days: 14 },
  { value: 'minutely', label: m.report_kind_minutely, isOfResident: true, days: 1 },
  { value: 'raw', label: m.report_kind_raw, isOfResident: true, days: 1 },
  { value: 'tib-combined', label: m.report_kind_bed, isOfResident: false, days: 14 },
  { value: 'rr-24-72', label: m.report_kind_rr, isOfResident: false, days: null },
]

export const kindOf = (kind: ReportKind): KindWords => reportKinds.find(({ value }) => value === kind)!

export const reportUnits: readonly {
  readonly value: PatientReportType
  readonly label: () => string
  readonly days: number
}[] = [
  { value: 'daily', label: m.report_unit_daily, days: 14 },
  { value: 'weekly', label: m.report_unit_weekly, days: 84 },
  { value: 'monthly', label: m.report_unit_monthly, days: 365 },
]

/** The date `days` back, counting the given one. @param date YYYY-MM-DD */
export const firstOf = (date: string, days: number): string =>
  new Date(Date.parse(date) - (days - 1) * 24 * 3_600_000).toISOString().slice(0, 10)

/** The page's request. */
export interface ReportChoice {
  readonly kind: ReportKind
  readonly type: PatientReportType
  /** null: nobody chosen yet */
  readonly patientId: string | null
  readonly from: string
  readonly to: string
}

/** @param kept from the address; wrong or missing values get their defaults @param today YYYY-MM-DD */
export function choiceOf(
  kept: Readonly<Partial<Record<'report' | 'unit' | 'resident' | 'from' | 'to', string>>>,
  today: string,
): ReportChoice {
  const { value: kind, days } = reportKinds.find(({ value }) => value === kept.report) ?? kindOf('patient')
  return {
    kind,
    type: reportUnits.find(({ value }) => value === kept.unit)?.value ?? 'daily',
    patientId: kept.resident ?? null,
    from: isDay(kept.from) ? kept.from : firstOf(today, days ?? 1),
    to: isDay(kept.to) ? kept.to : today,
  }
}
