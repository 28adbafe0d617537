import { listDailyReports, openDailyPdf, sendDownloadReport } from '@eupnea/contract/report-deliveries.ts'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { dailyReportFileName } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { send } from '../shared/api.ts'
import { IconFileDownload } from '../shared/icons.tsx'
import { fetchAgain } from '../shared/query.ts'
import { fileUrl, saveFile } from '../shared/save-file.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { sayNoReport } from './say-no-report.ts'
import { tickedResidents } from './ticked-residents.ts'

interface SaveReportProps {
  readonly report: DailyReport | undefined
  /** why there is no report */
  readonly error: Error | null
  /** creates the PDF and downloads it */
  readonly save: (report: DailyReport) => Promise<void>
}

/** Saves the report on the page as the portal's PDF, under its own file name (RP-2, RP-7). */
export function SaveReport({ report, error, save }: SaveReportProps) {
  const saving = useMutation({ mutationFn: save, onError: sayFailed })
  function start() {
    if (report) saving.mutate(report)
    else sayNoReport(error)
  }
  return (
    <>
      <Button
        leftSection={<IconFileDownload size={18} stroke={1.7} aria-hidden />}
        loading={saving.isPending}
        disabled={!report && !error}
        onClick={start}
      >
        {m.report_save()}
      </Button>
      <span className="visually-hidden" role="status">
        {saving.isPending && m.report_saving()}
      </span>
    </>
  )
}

/** For people who are signed in: kept among the earlier reports. @returns the function that saves it */
export const saveOf =
  (clinic_id: string) =>
  async ({ info: { date, floor } }: DailyReport): Promise<void> => {
    const made = await send(sendDownloadReport, { clinic_id, date, floor, flagged: tickedResidents() })
    await fetchAgain([listDailyReports])
    await saveFile(made.url, made.file_name)
  }

/** For people with a link. @returns the function that saves it */
export const saveOfLink =
  (unique_id: string) =>
  ({ info: { clinic_name, date, floor } }: DailyReport): Promise<void> => {
    const flagged = tickedResidents().join(',')
    return saveFile(fileUrl(openDailyPdf, { unique_id, floor, flagged }), dailyReportFileName(clinic_name, date))
  }
