import { accountCalls } from './account.ts'
import { adtCalls } from './adt.ts'
import { analyticsCalls } from './analytics.ts'
import { auditCalls } from './audit.ts'
import { bedCalls } from './beds.ts'
import { billingCalls } from './billing.ts'
import type { Call } from './call.ts'
import { clinicCalls } from './clinics.ts'
import { consentCalls } from './consents.ts'
import { deidentifiedExportCalls } from './deidentified-exports.ts'
import { deviceCalls } from './devices.ts'
import { directoryCalls } from './directory.ts'
import { displayCalls } from './displays.ts'
import { downtimeCalls } from './downtime.ts'
import { dutyCalls } from './duties.ts'
import { ehrImportCalls } from './ehr-import.ts'
import { eligibilityCalls } from './eligibility.ts'
import { fhirExportCalls } from './fhir-exports.ts'
import { fileCalls } from './files.ts'
import { handoverCalls } from './handover.ts'
import { hostCalls } from './hosts.ts'
import { leaveCalls } from './leaves.ts'
import { medicalGroupCalls } from './medical-groups.ts'
import { memberCalls } from './members.ts'
import { newResidentCalls } from './new-residents.ts'
import { nightCalls } from './nights.ts'
import { noteCalls } from './notes.ts'
import { notificationCalls } from './notifications.ts'
import { nurseCallCalls } from './nurse-calls.ts'
import { observationCalls } from './observations.ts'
import { openapiCalls } from './openapi.ts'
import { outboxCalls } from './outbox.ts'
import { passkeyCalls } from './passkeys.ts'
import { planCalls } from './plans.ts'
import { privacyCalls } from './privacy.ts'
import { pushSubscriptionCalls } from './push-subscriptions.ts'
import { rateCalls } from './rates.ts'
import { reportDeliveryCalls } from './report-deliveries.ts'
import { reportCalls } from './reports.ts'
import { residentCalls } from './residents.ts'
import { savedViewCalls } from './saved-views.ts'
import { searchCalls } from './search.ts'
import { serviceAccountCalls } from './service-accounts.ts'
import { sessionCalls } from './sessions.ts'
import { smsAlertCalls } from './sms-alerts.ts'
import { trendCalls } from './trends.ts'
import { twoStepCalls } from './two-step.ts'
import { userCalls } from './users.ts'
import { webhookCalls } from './webhooks.ts'

/** The calls of each noun, from its file. */
export const callsByNoun = {
  sessions: sessionCalls,
  users: userCalls,
  account: accountCalls,
  'two-step': twoStepCalls,
  passkeys: passkeyCalls,
  directory: directoryCalls,
  clinics: clinicCalls,
  'medical-groups': medicalGroupCalls,
  residents: [...residentCalls, ...newResidentCalls],
  search: searchCalls,
  plans: planCalls,
  consents: consentCalls,
  leaves: leaveCalls,
  devices: deviceCalls,
  displays: displayCalls,
  reports: [...reportCalls, ...reportDeliveryCalls],
  nights: nightCalls,
  rates: rateCalls,
  notes: noteCalls,
  notifications: notificationCalls,
  downtime: downtimeCalls,
  trends: trendCalls,
  handover: handoverCalls,
  'sms-alerts': smsAlertCalls,
  duties: dutyCalls,
  webhooks: webhookCalls,
  'push-subscriptions': pushSubscriptionCalls,
  'saved-views': savedViewCalls,
  billing: billingCalls,
  eligibility: eligibilityCalls,
  files: fileCalls,
  'ehr-import': ehrImportCalls,
  adt: adtCalls,
  beds: bedCalls,
  'service-accounts': serviceAccountCalls,
  observations: observationCalls,
  'deidentified-exports': deidentifiedExportCalls,
  'fhir-exports': fhirExportCalls,
  members: memberCalls,
  privacy: privacyCalls,
  audit: auditCalls,
  'nurse-calls': nurseCallCalls,
  outbox: outboxCalls,
  analytics: analyticsCalls,
  hosts: hostCalls,
  openapi: openapiCalls,
} as const satisfies Record<string, readonly Call[]>

/** Every call of the portal. */
export const calls: readonly Call[] = Object.values<readonly Call[]>(callsByNoun).flat()
