import { listDailyReports, sendDownloadReport } from '@eupnea/contract/report-deliveries.ts'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { ApiError, useSend } from '../shared/api.ts'
import { IconMail } from '../shared/icons.tsx'
import { sayFailed } from '../shared/say-done.tsx'
import { EmailReport } from './email-report.tsx'
import { reportName } from './report-name.ts'
import { tickedResidents } from './ticked-residents.ts'

interface SendReportProps {
  readonly clinicId: string
  readonly report: DailyReport | undefined
}

/** Creates the PDF of the report on the page, then asks who to send it to (RP-5). */
export function SendReport({ clinicId, report }: SendReportProps) {
  const making = useSend(sendDownloadReport, { invalidates: [listDailyReports], onError: sayFailed })
  function start() {
    if (!report || report.items.length === 0) sayFailed(new ApiError(0, { title: m.report_data_missing_title() }))
    else {
      const { date, floor } = report.info
      making.mutate({ clinic_id: clinicId, date, floor, flagged: tickedResidents() })
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={18} stroke={1.7} aria-hidden />}
        loading={making.isPending}
        onClick={start}
      >
        {m.report_send_mail()}
      </Button>
      {making.data && (
        <EmailReport
          clinicId={clinicId}
          name={reportName(making.data.date, making.data.floor_id)}
          made={making.data}
          onClose={() => making.reset()}
        />
      )}
    </>
  )
}
