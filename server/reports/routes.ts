import * as deliveries from '@eupnea/contract/report-deliveries.ts'
import * as calls from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import type { Archive } from '../live/archive/index.ts'
import type { FileStore } from '../platform/file-store.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { createReportLink } from './create-report-link.ts'
import { emailReport } from './email-report.ts'
import { listClinicUsers } from './list-clinic-users.ts'
import { listDailyReports } from './list-daily-reports.ts'
import { listReportDevices } from './list-report-devices.ts'
import { listReportLinks } from './list-report-links.ts'
import { listReportResidents } from './list-report-residents.ts'
import { openDailyPdf } from './open-daily-pdf.ts'
import { openReport } from './open-report.ts'
import { readDailyPdf } from './read-daily-pdf.ts'
import { readLiveGraph } from './read-live-graph.ts'
import { readMadeReport } from './read-made-report.ts'
import { readReport } from './read-report.ts'
import { readReportPassword } from './read-report-password.ts'
import { replaceReportPassword } from './replace-report-password.ts'
import { revokeReportLink } from './revoke-report-link.ts'
import { sendDownloadReport } from './send-download-report.ts'

/** @param archive where readings are read, wherever they lie */
export const reportRoutes = (archive: Archive): readonly Route[] => [
  route(calls.readLiveGraph, readLiveGraph),
  route(calls.readReport, readReport(archive)),
  route(calls.listReportResidents, listReportResidents),
  route(calls.listReportDevices, listReportDevices),
]

/** Guesses count together, whichever call they use. */
const limitLinks = limitCalls(m.common_too_many_attempts())

/** @param baseUrl the portal's public address, once known */
export const reportLinkRoutes = (baseUrl: () => string): readonly Route[] => [
  routeApart(calls.openReport, openReport(limitLinks)),
  route(calls.createReportLink, createReportLink(baseUrl), 201),
  route(calls.listReportLinks, listReportLinks),
  route(calls.revokeReportLink, revokeReportLink),
]

/** @param files store of PDFs @param sealer keeps the clinics' passwords */
export const reportDeliveryRoutes = (files: FileStore, sealer: Sealer): readonly Route[] => [
  routeApart(deliveries.readDailyPdf, readDailyPdf),
  routeApart(deliveries.openDailyPdf, openDailyPdf(limitLinks)),
  routeApart(deliveries.sendDownloadReport, sendDownloadReport(files), 201),
  route(deliveries.listDailyReports, listDailyReports),
  routeApart(deliveries.readMadeReport, readMadeReport(files)),
  route(deliveries.listClinicUsers, listClinicUsers),
  ...runAs(
    'work',
    route(deliveries.readReportPassword, readReportPassword(sealer)),
    route(deliveries.replaceReportPassword, replaceReportPassword(sealer)),
    routeApart(deliveries.emailReport, emailReport(files, sealer)),
  ),
]
