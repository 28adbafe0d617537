import { failures } from '@eupnea/contract/messages.ts'
import { PortalError } from '../platform/errors.ts'

/** 404: nobody had a reading (RP-1). */
export const noReportData = () =>
  new PortalError(404, 'no_report_data', failures.noReportData.message, { title: failures.noReportData.title })

/** 404: the same for links that were made up, have expired and were revoked (RP-4). */
export const linkExpired = () =>
  new PortalError(404, 'report_link_expired', failures.reportLinkExpired.message, {
    title: failures.reportLinkExpired.title,
  })

/** 404: there is nothing to make a PDF of (RP-7). */
export const reportDataMissing = () =>
  new PortalError(404, 'report_data_missing', failures.noReportData.message, {
    title: failures.reportDataMissing.title,
  })
