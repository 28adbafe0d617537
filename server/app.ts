import type { BillingThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { adtRoutes } from './adt/index.ts'
import { analyticsRoutes } from './analytics/index.ts'
import { auditRoutes } from './audit/index.ts'
import { bedRoutes } from './beds/index.ts'
import { billingRoutes } from './billing/index.ts'
import { clinicRoutes } from './clinics/index.ts'
import { consentRoutes } from './consents/index.ts'
import { deidentifiedExportRoutes } from './deidentified-exports/index.ts'
import { demoRoutes } from './demo/index.ts'
import { deviceActivityRoutes, deviceRoutes } from './devices/index.ts'
import { directoryRoutes, type Provider } from './directory/index.ts'
import { dispatchRoutes } from './dispatch/index.ts'
import { displayRoutes } from './displays/index.ts'
import { downtimeRoutes } from './downtime/index.ts'
import { dutyRoutes, type Gateways } from './duties/index.ts'
import { type EhrParts, ehrImportRoutes } from './ehr-import/index.ts'
import { eligibilityRoutes } from './eligibility/index.ts'
import { fhirExportRoutes } from './fhir-exports/index.ts'
import { fileRoutes } from './files/index.ts'
import { handoverRoutes } from './handover/index.ts'
import { type HostSettings, hostRoutes } from './hosts/index.ts'
import { leaveRoutes } from './leaves/index.ts'
import type { Archive } from './live/archive/index.ts'
import type { LiveState } from './live/state/index.ts'
import { stateRoutes } from './live/state/index.ts'
import { medicalGroupRoutes } from './medical-groups/index.ts'
import { memberRoutes } from './members/index.ts'
import { nightRoutes } from './nights/index.ts'
import { noteRoutes } from './notes/index.ts'
import { acknowledgeNotification, lockedPageRoutes, notificationOf, notificationRoutes } from './notifications/index.ts'
import { nurseCallRoutes } from './nurse-calls/index.ts'
import { observationRoutes } from './observations/index.ts'
import { openapiRoutes } from './openapi/index.ts'
import { outboxRoutes, type ReceiptSettings, receiptRoutes } from './outbox/index.ts'
import { planRoutes } from './plans/index.ts'
import type { FileStore } from './platform/file-store.ts'
import type { Route } from './platform/route.ts'
import { privacyRoutes } from './privacy/index.ts'
import { type PushSettings, pushSubscriptionRoutes } from './push-subscriptions/index.ts'
import { rateRoutes } from './rates/index.ts'
import { reportDeliveryRoutes, reportLinkRoutes, reportRoutes } from './reports/index.ts'
import { faceSheetRoutes, residentRoutes } from './residents/index.ts'
import { savedViewRoutes } from './saved-views/index.ts'
import { searchRoutes } from './search/index.ts'
import { serviceAccountRoutes } from './service-accounts/index.ts'
import { type Sessions, sessionRoutes } from './sessions/index.ts'
import { smsAlertRoutes } from './sms-alerts/index.ts'
import { trendRoutes } from './trends/index.ts'
import { userRoutes } from './users/index.ts'
import { webhookRoutes } from './webhooks/index.ts'

export interface Parts {
  readonly sessions: Sessions
  readonly state: LiveState
  readonly host: HostSettings
  readonly files: FileStore
  readonly archive: Archive
  /** adtPort: where ADT messages are taken; null: nowhere */
  readonly ehr: EhrParts & { readonly adtPort: () => number | null }
  /** signs links to files */
  readonly secret: string
  readonly receipts: ReceiptSettings
  readonly billing: BillingThresholds
  readonly gateways: Gateways
  readonly push: PushSettings
  /** nurse call systems that may be in a private network */
  readonly hl7Hosts: readonly string[]
  /** the house's identity provider, if there is one */
  readonly provider: Provider | null
}

/** The one list of nouns. */
const nounsOf = (parts: Parts): readonly Route[] => [
  ...sessionRoutes(parts.sessions),
  ...userRoutes(parts.sessions),
  ...directoryRoutes(parts.provider, () => parts.host.baseUrl),
  ...clinicRoutes(parts.files),
  ...demoRoutes,
  ...stateRoutes(parts.state),
  ...residentRoutes,
  ...faceSheetRoutes(parts.files),
  ...searchRoutes,
  ...savedViewRoutes,
  ...planRoutes,
  ...consentRoutes,
  ...leaveRoutes,
  ...deviceRoutes,
  ...deviceActivityRoutes(parts.archive),
  ...displayRoutes(parts.secret),
  ...reportRoutes(parts.archive),
  ...reportLinkRoutes(() => parts.host.baseUrl),
  ...reportDeliveryRoutes(parts.files, parts.ehr.sealer),
  ...medicalGroupRoutes,
  ...noteRoutes(parts.files),
  ...notificationRoutes,
  ...lockedPageRoutes(parts.secret, parts.sessions),
  ...downtimeRoutes,
  ...nightRoutes,
  ...rateRoutes,
  ...trendRoutes,
  ...handoverRoutes(parts.gateways),
  ...smsAlertRoutes,
  ...dispatchRoutes,
  ...webhookRoutes(parts.ehr.sealer, parts.ehr.outgoing),
  ...nurseCallRoutes(parts.hl7Hosts),
  ...ehrImportRoutes(parts.ehr),
  ...adtRoutes(parts.ehr.adtPort),
  ...bedRoutes,
  ...serviceAccountRoutes(() => parts.host.baseUrl, parts.ehr.outgoing),
  ...observationRoutes({ baseUrl: () => parts.host.baseUrl, sealer: parts.ehr.sealer }),
  ...deidentifiedExportRoutes,
  ...fhirExportRoutes(() => parts.host.baseUrl),
  ...eligibilityRoutes(parts.secret, () => parts.host.baseUrl),
  ...fileRoutes(parts.files, parts.secret, parts.sessions),
  ...memberRoutes(parts.sessions, () => parts.host.baseUrl),
  ...privacyRoutes,
  ...dutyRoutes(parts.gateways),
  ...pushSubscriptionRoutes(parts.push, parts.sessions, {
    of: notificationOf,
    acknowledge: acknowledgeNotification,
  }),
  ...billingRoutes(parts.billing),
  ...outboxRoutes,
  ...receiptRoutes(parts.receipts),
  ...auditRoutes,
  ...analyticsRoutes(),
  ...hostRoutes(parts.host),
]

/** Every route of the portal: the nouns', and the document that describes them. */
export const routesOf = (parts: Parts): readonly Route[] => {
  const routes = nounsOf(parts)
  return [...routes, ...openapiRoutes(routes)]
}
