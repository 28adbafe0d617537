import { m } from '@eupnea/texts'
import { conflict, PortalError } from '../platform/errors.ts'

/** 404: nobody had a reading (RP-1). */
export const noReportData = () =>
  new PortalError(404, 'no_report_data', m.report_no_data(), { title: m.report_no_data_title() })

/** 404: the same for links that never existed, have expired or were revoked (RP-4). */
export const linkExpired = () =>
  new PortalError(404, 'report_link_expired', m.report_link_expired(), {
    title: m.report_link_expired_title(),
  })

/** 404: there is no data for a PDF (RP-7). */
export const reportDataMissing = () =>
  new PortalError(404, 'report_data_missing', m.report_no_data(), {
    title: m.report_data_missing_title(),
  })

/** 409: a report that was being made would show somebody who is erased (PR-1). */
export const residentErased = () => conflict('resident_erased', m.report_resident_erased())
