import * as calls from '@eupnea/contract/privacy.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { closePrivacyRequest } from './close-privacy-request.ts'
import { createPrivacyRequest } from './create-privacy-request.ts'
import { eraseResident } from './erase-resident.ts'
import { eraseUser } from './erase-user.ts'
import { exportResidentData } from './export-resident-data.ts'
import { exportUserData } from './export-user-data.ts'
import { extendPrivacyRequest } from './extend-privacy-request.ts'
import { listPrivacyRequests } from './list-privacy-requests.ts'

export const privacyRoutes: readonly Route[] = [
  route(calls.listPrivacyRequests, listPrivacyRequests),
  route(calls.createPrivacyRequest, createPrivacyRequest, 201),
  route(calls.extendPrivacyRequest, extendPrivacyRequest),
  route(calls.closePrivacyRequest, closePrivacyRequest),
  routeApart(calls.exportUserData, exportUserData),
  routeApart(calls.exportResidentData, exportResidentData),
  ...runAs('identity', route(calls.eraseUser, eraseUser), route(calls.eraseResident, eraseResident)),
]
