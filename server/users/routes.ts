import * as calls from '@eupnea/contract/users.ts'
import { type Route, route, runAs } from '../platform/route.ts'
import type { Sessions } from '../sessions/index.ts'
import { assignClinicToUsers } from './assign-clinic-to-users.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { listUsers } from './list-users.ts'
import { listUsersOfType } from './list-users-of-type.ts'
import { readLoginHistory } from './read-login-history.ts'
import { readUser } from './read-user.ts'
import { readUserClinics } from './read-user-clinics.ts'
import { resetUserTwoStep } from './reset-user-two-step.ts'
import { sendSetPasswordEmail } from './send-set-password-email.ts'
import { setUserClinics } from './set-user-clinics.ts'
import { setUserStatus } from './set-user-status.ts'
import { updateUser } from './update-user.ts'

/** @param sessions mails links for choosing a password */
export const userRoutes = (sessions: Pick<Sessions, 'sendSetPassword'>): readonly Route[] =>
  runAs(
    'identity',
    route(calls.createUser, createUser(sessions), 201),
    route(calls.listUsers, listUsers),
    route(calls.listUsersOfType, listUsersOfType),
    route(calls.readUser, readUser),
    route(calls.updateUser, updateUser),
    route(calls.deleteUser, deleteUser),
    route(calls.sendSetPasswordEmail, sendSetPasswordEmail(sessions)),
    route(calls.resetUserTwoStep, resetUserTwoStep),
    route(calls.setUserStatus, setUserStatus),
    route(calls.readLoginHistory, readLoginHistory),
    route(calls.readUserClinics, readUserClinics),
    route(calls.setUserClinics, setUserClinics),
    route(calls.assignClinicToUsers, assignClinicToUsers),
  )
