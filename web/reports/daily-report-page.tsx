import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type DailyReport, readReport } from '@eupnea/contract/reports.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useAddressChoice } from '../shared/address-choice.ts'
import { isRefused, useCall } from '../shared/api.ts'
import { useClinic, useClinics, useFloors } from '../shared/clinic.ts'
import { timeInput } from '../shared/form/time-input.ts'
import { useTypedDay } from '../shared/form/use-typed-day.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { dayIn, dayText, isDay, now } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'
import { CreateReportLink } from './create-report-link.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import { FlagNote } from './open-report-page.tsx'
import { ReportLinks } from './report-links.tsx'
import { ReportSheets } from './report-sheets.tsx'
import { ReportTabs } from './report-tabs.tsx'
import { ReportWait } from './report-wait.tsx'
import styles from './reports.module.css'
import { SaveReport, saveOf } from './save-report.tsx'
import { SendReport } from './send-report.tsx'

/** A clinic's daily reports: by day and floor, to save and to share by link (RP-1, RP-2, RP-4). */
export function DailyReportPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicReports key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

function ClinicReports({ clinic }: { readonly clinic: Clinic }) {
  const today = dayIn(clinic.tz, now())
  const [kept, keep] = useAddressChoice(['date', 'floor'])
  const floors = useFloors(clinic)
  const isOf = (day: string | undefined): day is string => isDay(day) && day >= firstDay && day <= today
  const date = isOf(kept.date) ? kept.date : today
  const floor = kept.floor !== undefined && floors.includes(kept.floor) ? kept.floor : everyFloor
  const [typed, type] = useTypedDay(date)
  const isToCome = typed > today
  function choose(day: string) {
    type(day)
    // Half a date isn't one yet: the previous day stays.
    if (isOf(day)) void keep({ date: day === today ? null : day })
  }
  const query = useCall(
    readReport,
    { report: 'daily', structure: 'out', clinic_id: clinic.id, date, floor },
    { select: (answer): DailyReport | undefined => ('info' in answer ? answer : undefined) },
  )
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.report_title()}</h1>
        <div className={styles.reportActs}>
          <CreateReportLink clinicId={clinic.id} date={date} floor={floor} isEmpty={!query.data} />
          <SendReport clinicId={clinic.id} report={query.data} error={query.error} />
          <SaveReport report={query.data} error={query.error} save={saveOf(clinic.id)} />
        </div>
      </div>
      <ReportTabs />
      <search className={tableToolsStyles.tableTools} data-labelled="true">
        <label className={tableToolsStyles.tableLabelled}>
          {m.report_date_label()}
          <input
            className={tableToolsStyles.tableInput}
            {...timeInput('date', typed)}
            min={firstDay}
            max={today}
            aria-invalid={isToCome}
            aria-describedby={isToCome ? 'report-date-fault' : undefined}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        </label>
        <label className={tableToolsStyles.tableLabelled}>
          {m.report_floor_label()}
          <select
            className={tableToolsStyles.tableSelect}
            value={floor}
            onChange={({ currentTarget: { value } }) => void keep({ floor: value === everyFloor ? null : value })}
          >
            <option value={everyFloor}>{m.common_all_floors()}</option>
            {floors.map((name) => (
              <option key={name} value={name}>
                {floorText(name)}
              </option>
            ))}
          </select>
        </label>
        {/* The floor, on any day. */}
        <SavedViews
          list="daily-report"
          label={m.report_title()}
          query={{ floor: floor === everyFloor ? null : floor }}
        />
      </search>
      {isToCome && (
        <p id="report-date-fault" className={styles.reportFault} role="alert">
          {m.report_date_future({ date: dayText(date) })}
        </p>
      )}
      <div className={styles.reportColumns}>
        <div className={styles.reportSide}>
          <EarlierReports clinic={clinic} floor={floor} />
          <ReportLinks clinic={clinic} />
        </div>
        <div className={styles.reportBody} aria-busy={query.isFetching}>
          <Report query={query} info={{ clinic_name: clinic.name, date, floor }} />
        </div>
      </div>
    </div>
  )
}

interface ReportProps {
  readonly query: {
    readonly data: DailyReport | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly refetch: () => unknown
  }
  readonly info: DailyReport['info']
}

function Report({ query: { data, error, isPending, refetch }, info }: ReportProps) {
  if (isPending) return <ReportWait />
  if (data)
    return (
      <>
        <FlagNote />
        <ReportSheets report={data} />
      </>
    )
  if (isRefused(error, 'no_report_data')) return <Empty title={error.title}>{error.message}</Empty>
  // A failure is an empty list without a message (ER-2).
  return (
    <>
      <Button variant="default" onClick={() => void refetch()}>
        {m.common_try_again()}
      </Button>
      <ReportSheets report={{ info, items: [], downtime: { items: [], late: [], monitored_share: null } }} />
    </>
  )
}
