import * as calls from '@eupnea/contract/sessions.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { acceptAgreement } from './accept-agreement.ts'
import { accountRoutes } from './account/routes.ts'
import { completeNewPassword } from './complete-new-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmOtp } from './confirm-otp.ts'
import { createLiveToken } from './create-live-token.ts'
import type { Sessions } from './create-sessions.ts'
import { forgotPassword } from './forgot-password.ts'
import { getAllApis } from './get-all-apis.ts'
import { getAllApisOfRole } from './get-all-apis-of-role.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { readSession } from './read-session.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { twoStepRoutes } from './two-step/routes.ts'
import { verifyEmail } from './verify-email.ts'

export const sessionRoutes = ({ parts }: Sessions): readonly Route[] =>
  runAs(
    'identity',
    ...accountRoutes(parts),
    ...twoStepRoutes(parts),
    ...passkeyRoutes(parts),
    routeApart(calls.signIn, signIn(parts)),
    routeApart(calls.completeNewPassword, completeNewPassword(parts)),
    routeApart(calls.confirmOtp, confirmOtp(parts)),
    routeApart(calls.forgotPassword, forgotPassword(parts)),
    routeApart(calls.resetPassword, resetPassword(parts)),
    route(calls.verifyEmail, verifyEmail(parts)),
    routeApart(calls.confirmEmail, confirmEmail(parts)),
    route(calls.acceptAgreement, acceptAgreement),
    route(calls.signOut, signOut),
    routeApart(calls.readSession, readSession),
    route(calls.createLiveToken, createLiveToken, 201),
    route(calls.getAllApis, getAllApis),
    route(calls.getAllApisOfRole, getAllApisOfRole),
  )
