import { listDailyReports, sendDownloadReport } from '@eupnea/contract/report-deliveries.ts'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { IconMail } from '../shared/icons.tsx'
import { EmailReport } from './email-report.tsx'
import { reportName } from './report-name.ts'
import { sayNoReport } from './say-no-report.ts'
import { tickedResidents } from './ticked-residents.ts'

interface SendReportProps {
  readonly clinicId: string
  readonly report: DailyReport | undefined
  /** why there is no report */
  readonly error: Error | null
}

/** Asks who to send the report on the page to, then creates its PDF and sends it (RP-5). */
export function SendReport({ clinicId, report, error }: SendReportProps) {
  const making = useSend(sendDownloadReport, { invalidates: [listDailyReports] })
  const [sent, setSent] = useState<DailyReport['info'] | null>(null)
  function start() {
    if (report) setSent(report.info)
    else sayNoReport(error)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={18} stroke={1.7} aria-hidden />}
        disabled={!report && !error}
        onClick={start}
      >
        {m.report_send_mail()}
      </Button>
      {sent && (
        <EmailReport
          clinicId={clinicId}
          name={reportName(sent.date, sent.floor)}
          make={() =>
            making.mutateAsync({
              clinic_id: clinicId,
              date: sent.date,
              floor: sent.floor,
              flagged: tickedResidents(),
            })
          }
          onClose={() => setSent(null)}
        />
      )}
    </>
  )
}
