/**
 * Calls that audited.test.ts sees leaving no audit entry (AP-5): those that touch nobody's health, and those whose
 * samples are refused, which another test makes.
 */

const ownAccount = 'the caller’s own account'
const signingIn = 'a step of signing in'
const directory = 'how people sign in through a directory'
const noChange = 'the sample changes nothing, and the answer holds no health data'
const facility = 'a facility, without its residents'
const counts = 'numbers, without whose'
const settings = 'how a facility’s other systems or people are reached'
const providers = 'who looks after a member, without their nights'
const portal = 'the portal itself'

/** What each is about. */
export const touchNobody: Record<string, string> = {
  ...{ completeNewPassword: signingIn, confirmOtp: signingIn, beginEnrolment: signingIn, completeEnrolment: signingIn },
  ...{ beginPasskeySignIn: signingIn, createLiveToken: signingIn },
  ...{ readSession: ownAccount, readAccount: ownAccount, listProofs: ownAccount, changeOwnPassword: ownAccount },
  ...{ endOwnSession: ownAccount, beginAuthenticator: ownAccount, saveAuthenticator: ownAccount },
  ...{ deleteAuthenticator: ownAccount, renewBackupCodes: ownAccount, beginPasskey: ownAccount },
  ...{ createPasskey: ownAccount, renamePasskey: ownAccount, deletePasskey: ownAccount, beginPasskeyProof: ownAccount },
  ...{ listSavedViews: ownAccount, renameSavedView: ownAccount, deleteSavedView: ownAccount },
  ...{ readPushKey: ownAccount, listPushSubscriptions: ownAccount, keepPushSubscription: ownAccount },
  ...{ removePushSubscription: ownAccount, tryPushSubscription: ownAccount, readChannels: ownAccount },

  ...{ readDirectorySignIn: directory, beginDirectorySignIn: directory, finishDirectorySignIn: directory },
  ...{ endByDirectory: directory, readDirectoryExit: directory, readDirectory: directory },
  ...{ listDirectoryRules: directory, updateDirectoryRule: directory, deleteDirectoryRule: directory },
  ...{ previewDirectory: directory, listDirectoryClients: directory, deleteDirectoryClient: directory },

  ...{ readTwoStepRoles: 'which roles need a second step', readUserClinics: 'where a user works' },
  ...{ setUserClinics: noChange, assignClinicToUsers: noChange, enableWebhook: noChange },
  listClinicUsers: 'names and addresses of who works at a facility',

  ...{ listClinics: facility, readClinic: facility, uploadClinicLogo: facility, readClinicLogo: facility },
  ...{ listMedicalGroups: facility, listGroupedClinics: facility, readMedicalGroup: facility },
  ...{ listMedicalGroupClinics: facility, readClinicPlan: facility, readMonitoring: facility, listDuties: facility },
  ...{
    listFloors: counts,
    readDeviceMetrics: counts,
    countUnseenNotifications: counts,
    countOpenNotifications: counts,
  },
  ...{ listClinicAttention: counts, readTrendCounts: counts, readUsage: counts },
  ...{ listEhrImports: counts, readEhrImport: counts },
  ...{ listSmsAlerts: settings, listWebhooks: settings, listNurseCalls: settings, readAdtSender: settings },
  ...{ readEhrConnection: settings, saveEhrConnection: settings, removeEhrConnection: settings },
  ...{ readEhrJwks: settings, revokeServiceAccount: settings, receiveReceipt: settings },
  startEhrImport: 'begins it; who reads its rows leaves an entry',
  addInStock: 'a device that was returned has no resident',
  listDeviceConnections: 'devices and whether they are connected',
  readFhirLocation: 'a room, without who lives there',
  listReportLinks: 'links of a facility, without what they open',
  listDailyReports: 'reports of a facility, without what they hold',
  deleteDeidentifiedExport: 'nobody can be told from it',

  ...{ listLinkedProviders: providers, listMemberInvitations: providers, listProviderInvitations: providers },
  ...{ getAllApis: portal, getAllApisOfRole: portal, trackEvents: portal, readHost: portal, readOpenapi: portal },
  ...{ readFhirMetadata: portal, readSmartConfiguration: portal },
}

const trail = 'server/audit/audit-trail.test.ts'
const faceSheets = 'server/residents/face-sheet.test.ts'
const noteFiles = 'server/notes/note-files.test.ts'
const links = 'server/members/members.test.ts'
const invitations = 'server/members/invitations.test.ts'
const deidentified = 'server/deidentified-exports/deidentified-exports.test.ts'
const fhir = 'server/fhir-exports/fhir-exports.test.ts'

/** The test that sees the entry of each. */
export const checkedElsewhere: Record<string, string> = {
  ...{ undoResidentStatus: trail, emptyBed: trail, unacknowledgeNotification: trail, unsnoozeNotification: trail },
  ...{ uploadFaceSheet: faceSheets, readFaceSheet: faceSheets, uploadNoteFile: noteFiles, readNoteFile: noteFiles },
  emailReport: 'server/reports/email-report.test.ts',
  openFileLink: 'server/eligibility/eligibility.test.ts',
  dismissTrend: 'server/trends/trends.test.ts',
  acknowledgeByWebhook: 'server/webhooks/webhooks.test.ts',
  // By the verb of acknowledgeNotification.
  acknowledgeByPush: trail,
  enrolDisplay: 'server/displays/displays.test.ts',
  resetUserTwoStep: 'server/sessions/two-step/two-step.test.ts',
  createServiceToken: 'server/service-accounts/service-accounts.test.ts',
  ...{ shareMember: links, assignMember: links, inviteProvider: invitations, answerProviderInvitation: invitations },
  ...{ startDeidentifiedExport: deidentified, downloadDeidentifiedExport: deidentified },
  ...{ startFhirExport: fhir, startFhirPatientExport: fhir, startFhirGroupExport: fhir, readFhirExport: fhir },
  ...{ deleteFhirExport: fhir, downloadFhirExport: fhir },
  eraseResident: 'server/privacy/privacy.test.ts',
}
