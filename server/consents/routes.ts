import * as calls from '@eupnea/contract/consents.ts'
import { type Route, route } from '../platform/route.ts'
import { readConsent } from './read-consent.ts'
import { saveConsent } from './save-consent.ts'

export const consentRoutes: readonly Route[] = [
  route(calls.readConsent, readConsent),
  route(calls.saveConsent, saveConsent),
]
