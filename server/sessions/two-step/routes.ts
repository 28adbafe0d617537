import * as calls from '@eupnea/contract/two-step.ts'
import { type Route, route, routeApart } from '../../platform/route.ts'
import type { SessionParts } from '../create-sessions.ts'
import { beginAuthenticator } from './begin-authenticator.ts'
import { beginEnrolment } from './begin-enrolment.ts'
import { completeEnrolment } from './complete-enrolment.ts'
import { deleteAuthenticator } from './delete-authenticator.ts'
import { proveByCode } from './prove-by-code.ts'
import { readTwoStepRoles } from './read-two-step-roles.ts'
import { renewBackupCodes } from './renew-backup-codes.ts'
import { saveAuthenticator } from './save-authenticator.ts'
import { saveTwoStepRoles } from './save-two-step-roles.ts'

export const twoStepRoutes = (parts: SessionParts): readonly Route[] => [
  route(calls.beginAuthenticator, beginAuthenticator(parts)),
  routeApart(calls.saveAuthenticator, saveAuthenticator(parts)),
  route(calls.deleteAuthenticator, deleteAuthenticator),
  route(calls.renewBackupCodes, renewBackupCodes, 201),
  routeApart(calls.proveByCode, proveByCode(parts)),
  route(calls.readTwoStepRoles, readTwoStepRoles),
  route(calls.saveTwoStepRoles, saveTwoStepRoles),
  routeApart(calls.beginEnrolment, beginEnrolment(parts)),
  routeApart(calls.completeEnrolment, completeEnrolment(parts)),
]
