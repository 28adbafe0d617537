import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listReportResidents, type PatientReportType, type ReportResident } from '@eupnea/contract/reports.ts'
import { roomText } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useAddressChoice } from '../shared/address-choice.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { DayInput } from '../shared/form/day-field.tsx'
import { useTypedDay } from '../shared/form/use-typed-day.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { useAllPages } from '../shared/pages.ts'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ListTools } from '../shared/table/list-tools.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { dayIn, isDay, now } from '../shared/time.ts'
import { ReportTabs } from './report-tabs.tsx'
import reportsStyles from './reports.module.css'
import styles from './resident-report.module.css'
import {
  choiceOf,
  firstOf,
  kindOf,
  type ReportChoice,
  type ReportKind,
  reportKinds,
  reportUnits,
} from './resident-report-kinds.ts'
import {
  ClinicRrResult,
  CombinedBedResult,
  MinutelyResult,
  PatientResult,
  RawResult,
} from './resident-report-result.tsx'

/** Reports about one resident or all of a clinic's, to read and to download as CSV (RP-6, RP-8). */
export function ResidentReportPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ResidentReports key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

const keptNames = ['report', 'unit', 'resident', 'from', 'to'] as const

function ResidentReports({ clinic }: { readonly clinic: Clinic }) {
  const today = dayIn(clinic.tz, now())
  const [kept, keep] = useAddressChoice(keptNames)
  const choice = choiceOf(kept, today)
  const { kind, patientId } = choice
  const [from, typeFrom] = useTypedDay(choice.from)
  const [to, typeTo] = useTypedDay(choice.to)
  const { isOfResident, days } = kindOf(kind)
  function change(part: Partial<ReportChoice>) {
    const next = { from, to, ...part }
    typeFrom(next.from)
    typeTo(next.to)
    void keep({
      ...(part.kind && { report: part.kind }),
      ...(part.type && { unit: part.type }),
      ...(part.patientId !== undefined && { resident: part.patientId }),
      from: isDay(next.from) ? next.from : choice.from,
      to: isDay(next.to) ? next.to : choice.to,
    })
  }
  const fault = !isDay(from) || !isDay(to) ? m.report_days_required() : from > to ? m.report_days_reversed() : null
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.report_resident_title()}</h1>
      </div>
      <ReportTabs />
      <div className={styles.reportTools}>
        <ListTools
          isLabelled
          chosen={0}
          onClear={undefined}
          search={
            <>
              <label className={tableToolsStyles.tableLabelled}>
                {m.report_kind_label()}
                <select
                  className={tableToolsStyles.tableSelect}
                  value={kind}
                  onChange={(event) => {
                    const next = kindOf(event.currentTarget.value as ReportKind)
                    change({ kind: next.value, type: 'daily', from: firstOf(today, next.days ?? 1), to: today })
                  }}
                >
                  {reportKinds.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label()}
                    </option>
                  ))}
                </select>
              </label>
              {isOfResident && (
                <ResidentField clinic={clinic} value={patientId} onChange={(id) => change({ patientId: id })} />
              )}
            </>
          }
        >
          {days !== null && <PeriodFields choice={{ ...choice, from, to }} today={today} onChange={change} />}
        </ListTools>
      </div>
      {fault && days !== null ? (
        <p className={reportsStyles.reportFault} role="alert">
          {fault}
        </p>
      ) : (
        <Result clinic={clinic} choice={choice} />
      )}
      {kind === 'patient' && <p className={styles.reportRange}>{m.report_patient_note({ clinic: clinic.name })}</p>}
      {kind === 'tib-combined' && <p className={styles.reportRange}>{m.report_bed_note()}</p>}
    </div>
  )
}

interface ResultProps {
  readonly clinic: Clinic
  readonly choice: ReportChoice
}

/** Remounted for other residents or days, so that nobody's rows appear under another's name. */
function Result({ clinic, choice }: ResultProps) {
  const { kind, patientId, from, to, type } = choice
  const key = [kind, patientId, type, from, to].join(' ')
  if (kind === 'tib-combined') return <CombinedBedResult key={key} clinic={clinic} choice={choice} />
  if (kind === 'rr-24-72') return <ClinicRrResult key={key} clinic={clinic} choice={choice} />
  if (patientId === null) return <Empty title={m.report_choose_title()}>{m.report_choose()}</Empty>
  const Of = kind === 'patient' ? PatientResult : kind === 'minutely' ? MinutelyResult : RawResult
  return <Of key={key} clinic={clinic} choice={{ ...choice, patientId }} />
}

interface PeriodFieldsProps {
  readonly choice: ReportChoice
  readonly today: string
  readonly onChange: (part: Partial<ReportChoice>) => void
}

/** By which parts, from when until when. */
function PeriodFields({ choice: { kind, type, from, to }, today, onChange }: PeriodFieldsProps) {
  return (
    <>
      {kind === 'patient' && (
        <label className={tableToolsStyles.tableLabelled}>
          {m.report_unit_label()}
          <select
            className={tableToolsStyles.tableSelect}
            value={type}
            onChange={(event) => {
              const unit = event.currentTarget.value as PatientReportType
              const { days } = reportUnits.find(({ value }) => value === unit)!
              onChange({ type: unit, from: firstOf(to || today, days) })
            }}
          >
            {reportUnits.map(({ value, label }) => (
              <option key={value} value={value}>
                {label()}
              </option>
            ))}
          </select>
        </label>
      )}
      <DayInput label={m.report_from_label()} typed={from} max={today} onType={(text) => onChange({ from: text })} />
      <DayInput label={m.report_to_label()} typed={to} max={today} onType={(text) => onChange({ to: text })} />
    </>
  )
}

/** In a large clinic, search narrows down the options. */
const mostOffered = 60

interface ResidentFieldProps {
  readonly clinic: Clinic
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

function ResidentField({ clinic, value, onChange }: ResidentFieldProps) {
  const { data: residents } = useAllPages(listReportResidents, { clinic_id: clinic.id })
  const options = useMemo(
    () => residents?.map((resident) => ({ value: resident.patient_id, label: choiceText(resident) })) ?? [],
    [residents],
  )
  return (
    <Select
      className={styles.reportResident}
      label={m.report_resident_label()}
      placeholder={residents ? m.report_resident_hint() : m.report_resident_loading()}
      data={options}
      searchable
      limit={mostOffered}
      nothingFoundMessage={m.report_resident_none_found()}
      value={value}
      onChange={onChange}
    />
  )
}

/** `Byron, Ada · Room 12 · discharged` */
function choiceText({ first_name, last_name, room, status }: ReportResident): string {
  const name = [last_name, first_name].filter((part) => part !== '').join(', ') || m.report_resident_unnamed()
  return [name, room && roomText(room), status === 2 && m.report_resident_discharged()]
    .filter((part) => part)
    .join(' · ')
}
