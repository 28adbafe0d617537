import { failures, reportNotSaved } from '@eupnea/contract/messages.ts'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { dailyReportFileName } from '@eupnea/contract/rules/report-cells.ts'
import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ApiError } from '../shared/api.ts'
import { sayFailed } from '../shared/say-done.tsx'

/** Saves the sheets on the page as a PDF, under the report's own file name (RP-2, RP-7). */
export function SaveReport({ report }: { readonly report: DailyReport | undefined }) {
  const fileName = report && dailyReportFileName(report.info.clinic_name, report.info.date)
  useEffect(() => (fileName ? nameWhilePrinting(fileName) : undefined), [fileName])

  function save() {
    if (!report || report.items.length === 0) return sayFailed(new ApiError(0, failures.reportDataMissing))
    try {
      window.print()
    } catch {
      sayFailed(new ApiError(0, reportNotSaved(1)))
    }
  }

  return (
    <Button leftSection={<IconFileDownload size={18} stroke={1.7} aria-hidden />} onClick={save}>
      Save as PDF
    </Button>
  )
}

/** Browsers call the file as the document is called, and add the ending. @returns a function that ends it */
function nameWhilePrinting(fileName: string): () => void {
  let title = ''
  const take = () => {
    title = document.title
    document.title = fileName.replace(/\.pdf$/, '')
  }
  const giveBack = () => {
    if (title) document.title = title
  }
  addEventListener('beforeprint', take)
  addEventListener('afterprint', giveBack)
  return () => {
    removeEventListener('beforeprint', take)
    removeEventListener('afterprint', giveBack)
  }
}
