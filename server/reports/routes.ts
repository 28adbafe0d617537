import * as calls from '@eupnea/contract/reports.ts'
import { limitGuesses } from '../platform/limit-guesses.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { createReportLink } from './create-report-link.ts'
import { listReportDevices } from './list-report-devices.ts'
import { listReportLinks } from './list-report-links.ts'
import { listReportResidents } from './list-report-residents.ts'
import { openReport } from './open-report.ts'
import { readLiveGraph } from './read-live-graph.ts'
import { readReport } from './read-report.ts'
import { revokeReportLink } from './revoke-report-link.ts'

export const reportRoutes: readonly Route[] = [
  route(calls.readLiveGraph, readLiveGraph),
  route(calls.readReport, readReport),
  route(calls.listReportResidents, listReportResidents),
  route(calls.listReportDevices, listReportDevices),
]

/** @param baseUrl where people reach the portal, once that is known */
export const reportLinkRoutes = (baseUrl: () => string): readonly Route[] => [
  routeApart(calls.openReport, openReport(limitGuesses())),
  route(calls.createReportLink, createReportLink(baseUrl), 201),
  route(calls.listReportLinks, listReportLinks),
  route(calls.revokeReportLink, revokeReportLink),
]
