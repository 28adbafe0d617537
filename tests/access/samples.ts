import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Clinic } from './world.ts'

/** A valid input for every call, about records of one clinic. A call that is missing here fails the suite. */

export type Input = Record<string, unknown>

export interface Sample {
  /** one input, or several to try in turn */
  readonly inputs: (of: Clinic) => readonly Input[]
  /** why a valid input is refused anyway, with a 4xx that is neither 'unauthenticated' nor 'forbidden' */
  readonly refusedFor?: string
  /** keys whose values name what it makes, not anything there is */
  readonly news?: readonly string[]
  /** the one person for whom it is done all the same */
  readonly exceptFor?: string
  /** its answer contains neither names nor readings of the clinic */
  readonly showsNothing?: true
  /** it also works for a deleted clinic */
  readonly outlivesClinic?: true
}

const one =
  (input: (of: Clinic) => Input) =>
  (of: Clinic): readonly Input[] => [input(of)]
const about = (...names: (keyof Clinic)[]): Sample => ({
  inputs: one((of) => Object.fromEntries(names.map((name) => [name, of[name]]))),
})
const plain = (input: Input = {}): Sample => ({ inputs: () => [input], showsNothing: true })
const needsCode = 'the code was sent by mail or SMS'
const importUnderWay = 'an import is under way'
const noProvider = 'no identity provider is configured'
const password = 'tall-ships-at-noon'
const refusedAll = { refusedFor: 'the caller is linked to nobody', showsNothing: true } as const
const notTheirs: Sample = { inputs: one((of) => ({ user_uid: of.user_id })), ...refusedAll }
const browserKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ format: 'der', type: 'spki' })
  .subarray(-65)
  .toString('base64url')
const jwks = {
  keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }), kid: 'one' }],
}
const passkey = { id: 'none', rawId: 'none', type: 'public-key' }
const usedPasskey = { ...passkey, response: { clientDataJSON: '', authenticatorData: '', signature: '' } }
/** As the database keeps it, so that the same again changes nothing. */
const later = Temporal.Now.instant().add({ hours: 12 }).round('millisecond').toString()
const today = () => Temporal.Now.plainDateISO('UTC').toString()

export const samples: Record<string, Sample> = {
  signIn: { inputs: one((of) => ({ email: of.email, password })), refusedFor: 'this user has no password' },
  completeNewPassword: {
    inputs: one(() => ({ challenge: randomUUID(), password })),
    refusedFor: 'the challenge comes with a sign-in',
  },
  confirmOtp: { inputs: one(() => ({ challenge: randomUUID(), code: '123456' })), refusedFor: needsCode },
  forgotPassword: about('email'),
  resetPassword: { inputs: one((of) => ({ email: of.email, code: '123456', password })), refusedFor: needsCode },
  verifyEmail: plain(),
  confirmEmail: { ...plain({ code: '123456' }), refusedFor: needsCode },
  acceptAgreement: plain(),
  signOut: plain(),
  readSession: plain(),
  readAccount: plain(),
  listProofs: plain(),
  beginAuthenticator: plain(),
  saveAuthenticator: { ...plain({ setup: 'made-up', code: '123456' }), refusedFor: 'the setup comes with a secret' },
  deleteAuthenticator: plain(),
  renewBackupCodes: { ...plain(), refusedFor: 'they have no authenticator app' },
  proveByCode: { ...plain({ code: '123456' }), refusedFor: 'they have no authenticator app' },
  beginEnrolment: { ...plain({ challenge: randomUUID() }), refusedFor: 'the challenge comes with a sign-in' },
  completeEnrolment: {
    ...plain({ challenge: randomUUID(), setup: 'made-up', code: '123456' }),
    refusedFor: 'the challenge comes with a sign-in',
  },
  readTwoStepRoles: plain(),
  saveTwoStepRoles: plain({ roles: [] }),
  resetUserTwoStep: { ...about('user_id'), showsNothing: true, refusedFor: 'this user has no second step' },
  beginPasskey: { ...plain(), refusedFor: 'browsers know no passkeys of bare addresses' },
  createPasskey: {
    ...plain({ name: 'Phone', passkey: { ...passkey, response: { clientDataJSON: '', attestationObject: '' } } }),
    refusedFor: 'browsers know no passkeys of bare addresses',
  },
  renamePasskey: { ...plain({ passkey_id: randomUUID(), name: 'Phone' }), refusedFor: 'they have no such passkey' },
  deletePasskey: { ...plain({ passkey_id: randomUUID() }), refusedFor: 'they have no such passkey' },
  beginPasskeySignIn: { ...plain(), refusedFor: 'browsers know no passkeys of bare addresses' },
  signInByPasskey: { ...plain({ passkey: usedPasskey }), refusedFor: 'it needs a passkey' },
  beginPasskeyProof: { ...plain(), refusedFor: 'they have no passkey' },
  proveByPasskey: { ...plain({ passkey: usedPasskey }), refusedFor: 'it needs a passkey' },
  proveByPassword: { ...plain({ password }), refusedFor: 'this user has no password' },
  changeOwnPassword: {
    ...plain({ current_password: password, password: 'low-tide-before-dawn' }),
    refusedFor: 'this user has no password',
  },
  endOwnSession: { ...plain({ session_id: randomUUID() }), refusedFor: 'they have no such session' },
  endOtherSessions: plain(),
  forgetBrowser: plain({ browser_id: randomUUID() }),
  createLiveToken: plain(),
  getAllApis: plain(),
  getAllApisOfRole: plain({ group: 'clinic' }),

  createUser: {
    news: ['email'],
    inputs: one((of) => ({
      user_type: 'clinic-web',
      clinic_ids: [of.clinic_id],
      first_name: 'New',
      last_name: 'One',
      email: `new-${of.marker}@test.example`,
    })),
  },
  listUsers: about('clinic_id'),
  listUsersOfType: plain({ user_type: 'clinic-web' }),
  readUser: about('user_id'),
  updateUser: { inputs: one((of) => ({ user_id: of.user_id, first_name: 'Other' })) },
  deleteUser: about('user_id'),
  sendSetPasswordEmail: about('user_id'),
  setUserStatus: { inputs: one((of) => ({ user_id: of.user_id, status: 0 })) },
  readLoginHistory: { ...about('user_id'), showsNothing: true },
  readUserClinics: about('user_id'),
  setUserClinics: { inputs: one((of) => ({ user_id: of.user_id, clinic_ids: [of.clinic_id] })) },
  assignClinicToUsers: { inputs: one((of) => ({ clinic_id: of.clinic_id, user_ids: [of.user_id] })) },

  listClinics: { inputs: one((of) => ({ name: of.marker })) },
  readClinic: about('clinic_id'),
  createClinic: { inputs: one((of) => ({ name: `New ${of.marker}` })) },
  updateClinic: { inputs: one((of) => ({ clinic_id: of.clinic_id, clinicDetail: 'Other' })) },
  listFloors: about('clinic_id'),
  uploadClinicLogo: { ...about('clinic_id'), refusedFor: 'what is sent is no image' },
  readClinicLogo: { ...about('clinic_id'), refusedFor: 'it has no logo', showsNothing: true },
  removeClinicLogo: about('clinic_id'),
  removeDemo: about('clinic_id'),

  listMedicalGroups: { inputs: one((of) => ({ name: of.marker })) },
  listGroupedClinics: about('medical_group_id'),
  readMedicalGroup: about('medical_group_id'),
  createMedicalGroup: { inputs: one((of) => ({ name: `New ${of.marker}`, clinic_ids: [of.clinic_id] })) },
  updateMedicalGroup: { inputs: one((of) => ({ medical_group_id: of.medical_group_id, description: 'Other' })) },
  deleteMedicalGroup: about('medical_group_id'),
  listMedicalGroupClinics: about('medical_group_id'),
  assignMedicalGroupClinics: {
    inputs: one((of) => ({ medical_group_id: of.medical_group_id, clinic_ids: [of.clinic_id] })),
  },

  listResidents: about('clinic_id'),
  listRooms: about('clinic_id'),
  listLastRr: {
    inputs: ({ clinic_id }) => [{ clinic_id }, { clinic_id, graph: 'true' }],
  },
  readResident: about('patient_id'),
  saveResident: {
    inputs: ({ clinic_id, patient_id }) => [
      { clinic_id, first_name: 'Some', last_name: 'Body' },
      { patient_id, clinic_id, room: '12' },
      { patient_id, room: '12' },
    ],
  },
  createResidents: {
    inputs: one((of) => ({ clinic_id: of.clinic_id, data: [{ first_name: 'Ada', last_name: 'Byron' }] })),
  },
  setResidentStatus: { inputs: one((of) => ({ patient_id: of.patient_id, status: 2 })) },
  undoResidentStatus: {
    inputs: one((of) => ({ patient_id: of.patient_id, status: 1 })),
    refusedFor: 'the resident is active: nothing is to be undone',
    showsNothing: true,
  },
  uploadFaceSheet: {
    inputs: one((of) => ({ patient_id: of.patient_id, last_modified: 1 })),
    refusedFor: 'what is sent is neither a PDF nor an image',
  },
  readFaceSheet: { ...about('patient_id'), refusedFor: 'there is none', showsNothing: true },
  removeFaceSheet: about('patient_id'),
  listStatusLogs: about('patient_id'),
  flagResident: { inputs: one((of) => ({ patient_id: of.patient_id, status: 2, note: 'Seen' })) },

  readDeviceMetrics: { ...about('clinic_id'), showsNothing: true },
  listDevices: about('clinic_id'),
  createDevice: {
    news: ['device_uid'],
    inputs: one((of) => ({ clinic_id: of.clinic_id, device_uid: `new-${of.marker}` })),
  },
  createDevices: {
    news: ['data'],
    inputs: one((of) => ({ clinic_id: of.clinic_id, data: [{ device_uid: `new-${of.marker}` }] })),
  },
  assignDevice: {
    inputs: ({ spare_device_id, spare_patient_id, device_id, patient_id }) => [
      { device_id: spare_device_id, patient_id: spare_patient_id },
      { device_uid: `${spare_device_id}-uid`, patient_id: spare_patient_id },
      { device_id, patient_id, status: 0 },
    ],
  },
  listAllDevices: about('clinic_id'),
  listDeviceRecords: {
    inputs: ({ clinic_id, device_id, patient_id }) => [{ clinic_id }, { device_id }, { patient_id }],
  },
  setRecordStatus: { inputs: one((of) => ({ record_id: of.record_id, record_status: 'previous' })) },
  listInventory: about('clinic_id'),
  setInventoryStatus: { inputs: one((of) => ({ record_id: of.spare_device_id, record_status: 'inactive' })) },
  listDeviceConnections: about('clinic_id'),
  readDeviceActivity: { inputs: one((of) => ({ device_uid: `${of.device_id}-uid` })) },
  addInStock: { ...about('device_id'), refusedFor: 'it was not returned' },
  replaceDevices: {
    inputs: one(({ clinic_id, device_id, spare_device_id }) => ({
      clinic_id,
      data: [{ old_device_id: device_id, new_device_id: spare_device_id }],
    })),
  },
  removeDevice: about('clinic_id', 'device_id'),
  updateDevice: { inputs: one((of) => ({ device_id: of.device_id, name: 'Other' })) },
  renameDevice: { inputs: one((of) => ({ device_id: of.device_id, name: 'Other' })) },
  returnDevice: { inputs: one((of) => ({ device_id: of.spare_device_id })) },
  deleteDevice: { inputs: one((of) => ({ device_id: of.spare_device_id })) },
  readDevice: about('device_id'),
  rotateDeviceKey: about('device_id'),
  listMalformedMessages: about('device_id'),

  readDirectorySignIn: plain(),
  beginDirectorySignIn: { ...plain({ browser: 'a'.repeat(43) }), refusedFor: noProvider },
  finishDirectorySignIn: { ...plain({ browser: 'a'.repeat(43), answer: 'code=c&state=s' }), refusedFor: noProvider },
  endByDirectory: { ...plain({ logout_token: 'token' }), refusedFor: noProvider },
  readDirectoryExit: plain(),
  readDirectory: { inputs: () => [{}], showsNothing: true },
  updateDirectory: plain({ links_by_email: false }),
  listDirectoryRules: plain(),
  createDirectoryRule: {
    inputs: one((of) => ({ group_name: of.marker, user_type: 'clinic-web', clinic_ids: [of.clinic_id] })),
  },
  updateDirectoryRule: { ...plain({ id: randomUUID(), group_name: 'Nurses' }), refusedFor: 'there is no such rule' },
  deleteDirectoryRule: { ...plain({ id: randomUUID() }), refusedFor: 'there is no such rule' },
  previewDirectory: plain({ groups: ['Nurses'] }),
  applyDirectory: plain(),
  listDirectoryClients: plain(),
  createDirectoryClient: plain({ name: 'Entra ID' }),
  deleteDirectoryClient: { ...plain({ id: randomUUID() }), refusedFor: 'there is no such client' },

  createDisplay: { inputs: one((of) => ({ clinic_id: of.clinic_id, floor: `Floor ${of.marker}` })) },
  enrolDisplay: { ...plain({ code: 'ACDE FHJK' }), refusedFor: 'nobody has made this code' },
  listDisplays: about('clinic_id'),
  updateDisplay: { inputs: one((of) => ({ display_id: of.display_id, shows_names: true })) },
  revokeDisplay: about('display_id'),
  readWall: { inputs: () => [{}] },

  readLiveGraph: {
    inputs: ({ device_id, clinic_id }) => [{ device_id }, { device_id, clinic_id }],
  },
  readReport: {
    inputs: ({ device_id, patient_id, clinic_id }) => [
      ...['raw', 'rr'].flatMap((report) => [
        { report, device_id },
        { report, patient_id, clinic_id },
        { report, device_id, patient_id, clinic_id },
      ]),
      { report: 'daily', clinic_id, structure: 'out' },
      { report: 'daily', patient_id },
      { report: 'daily', clinic_id, patient_id },
      { report: 'patient', patient_id },
      { report: 'patient', patient_id, clinic_id, type: 'monthly' },
      { report: 'minutely', patient_id },
      { report: 'minutely', patient_id, device_id },
      { report: 'tib-combined', clinic_id },
      { report: 'tib-combined', clinic_id, patient_ids: patient_id },
      { report: 'rr-24-72', clinic_id },
    ],
  },
  listReportResidents: about('clinic_id'),
  listReportDevices: about('clinic_id'),
  openReport: { inputs: one((of) => ({ unique_id: of.report_secret, floor: 'all' })) },
  createReportLink: {
    inputs: one((of) => ({ clinic_id: of.clinic_id, date: today(), recipient: 'Dr Grey', days: 1 })),
  },
  readReportPassword: about('clinic_id'),
  replaceReportPassword: about('clinic_id'),
  listReportLinks: about('clinic_id'),
  revokeReportLink: about('link_id'),
  // Its text is compressed; server/reports/daily-pdf reads it back.
  readDailyPdf: { ...about('clinic_id'), showsNothing: true },
  openDailyPdf: { inputs: one((of) => ({ unique_id: of.report_secret })), showsNothing: true },
  sendDownloadReport: { inputs: one((of) => ({ clinic_id: of.clinic_id, date: today() })) },
  listDailyReports: about('clinic_id'),
  readMadeReport: { ...about('report_id'), refusedFor: 'its file was never in the store', showsNothing: true },
  listClinicUsers: about('clinic_id'),
  emailReport: {
    inputs: one((of) => ({
      url: `/api/reports/daily/${of.report_id}/pdf`,
      report_type: 'clinical-daily-report',
      recipients: [of.email],
      details: {},
    })),
    refusedFor: 'its file was never in the store',
  },

  readEhrConnection: about('clinic_id'),
  saveEhrConnection: {
    inputs: one((of) => ({
      ...{
        clinic_id: of.clinic_id,
        source: 'pcc',
        base_url: 'https://ehr.example',
        client_id: 'portal',
        secret: 'kept',
      },
      ...{ org_uuid: 'org', facility_id: '12' },
    })),
    refusedFor: importUnderWay,
  },
  removeEhrConnection: { ...about('clinic_id'), refusedFor: importUnderWay },
  readEhrJwks: about('key_id'),
  startEhrImport: { ...about('clinic_id'), refusedFor: importUnderWay },
  listEhrImports: about('clinic_id'),
  readEhrImport: about('run_id'),
  listEhrImportRows: about('run_id'),
  decideEhrImportRow: { inputs: one((of) => ({ run_id: of.run_id, row_no: 1, decision: 'skip' })) },
  confirmEhrImport: about('run_id'),
  cancelEhrImport: about('run_id'),

  readAdtSender: about('clinic_id'),
  saveAdtSender: {
    inputs: one((of) => ({ clinic_id: of.clinic_id, sender_name: randomUUID(), addresses: ['192.0.2.1'] })),
  },
  removeAdtSender: about('clinic_id'),
  listAdtMessages: about('clinic_id'),
  retryAdtMessage: { inputs: one((of) => ({ id: of.adt_id })) },
  dismissAdtMessage: { inputs: one((of) => ({ id: of.adt_id })) },
  searchPortal: { inputs: one((of) => ({ text: of.slug.slice(2) })) },
  searchUsers: { inputs: one((of) => ({ text: of.email })) },
  listBedMismatches: about('clinic_id'),
  confirmBed: about('patient_id'),

  readFhirMetadata: plain(),
  readSmartConfiguration: plain(),
  listFhirPatients: { inputs: one((of) => ({ organization: of.clinic_id })) },
  searchFhirPatients: { inputs: one((of) => ({ organization: of.clinic_id })) },
  readFhirPatient: about('patient_id'),
  listFhirObservations: { inputs: one((of) => ({ patient: of.patient_id })) },
  searchFhirObservations: { inputs: one((of) => ({ patient: of.patient_id })) },
  readFhirObservation: {
    inputs: one((of) => ({ observation_id: `rr-0-${of.patient_id}` })),
    refusedFor: 'nobody was measured in 1970',
    showsNothing: true,
  },
  listFhirOrganizations: { inputs: one((of) => ({ _id: of.clinic_id })) },
  searchFhirOrganizations: { inputs: one((of) => ({ _id: of.clinic_id })) },
  readFhirOrganization: about('clinic_id'),
  listFhirDevices: { inputs: one((of) => ({ organization: of.clinic_id })) },
  searchFhirDevices: { inputs: one((of) => ({ organization: of.clinic_id })) },
  readFhirDevice: about('device_id'),
  listFhirLocations: { inputs: one((of) => ({ organization: of.clinic_id })) },
  searchFhirLocations: { inputs: one((of) => ({ organization: of.clinic_id })) },
  readFhirLocation: {
    inputs: one((of) => ({ location_id: `room-of-${of.clinic_id}` })),
    refusedFor: 'the ids of rooms are hashes',
    showsNothing: true,
  },
  startFhirExport: { ...plain(), refusedFor: 'it is asked for without Prefer: respond-async' },
  startFhirPatientExport: { ...plain(), refusedFor: 'it is asked for without Prefer: respond-async' },
  startFhirGroupExport: {
    ...about('clinic_id'),
    refusedFor: 'it is asked for without Prefer: respond-async',
    showsNothing: true,
  },
  readFhirExport: { ...plain({ export_id: randomUUID() }), refusedFor: 'it is somebody else’s' },
  deleteFhirExport: { ...plain({ export_id: randomUUID() }), refusedFor: 'it is somebody else’s' },
  downloadFhirExport: { ...plain({ export_id: randomUUID(), file: '1.ndjson' }), refusedFor: 'it is somebody else’s' },
  createServiceAccount: {
    inputs: one((of) => ({ name: 'EHR', jwks, scopes: 'system/*.rs', clinic_ids: [of.clinic_id] })),
  },
  listServiceAccounts: plain(),
  revokeServiceAccount: { ...plain({ client_id: randomUUID() }), refusedFor: 'there is no such account' },
  createServiceToken: { ...plain({ grant_type: 'client_credentials' }), refusedFor: 'it has no assertion' },
  listNotes: { inputs: ({ clinic_id, patient_id }) => [{ clinic_id }, { clinic_id, patient_id }] },
  listStoredNotes: about('patient_id'),
  createNote: {
    inputs: ({ clinic_id, patient_id }) => [
      { patient_id, note: 'Slept well' },
      { clinic_id, patient_id, note: 'Turned every two hours', kind: 'change', status: 4 },
    ],
  },
  updateNote: { inputs: one((of) => ({ note_id: of.note_id, note: 'Other' })) },
  listNoteVersions: about('note_id'),
  uploadNoteFile: {
    inputs: one((of) => ({ patient_id: of.patient_id, name: 'a.pdf', last_modified: 1 })),
    refusedFor: 'what is sent is neither a PDF nor an image',
  },
  readNoteFile: {
    inputs: one((of) => ({ note_id: of.note_id, file_id: `f-${of.marker}` })),
    refusedFor: 'it has no attachment',
    showsNothing: true,
  },
  listEligibilityLogs: about('clinic_id'),
  openFileLink: {
    inputs: one((of) => ({ file_id: `f-${of.marker}`, user: of.user_id, expires: 4e12, signature: 'x'.repeat(43) })),
    refusedFor: 'its signature is made up',
    showsNothing: true,
  },
  // Members are linked to people, not clinics; server/members/members.test.ts tests who sees whom.
  memberDetail: notTheirs,
  listMembers: plain(),
  listSharedMembers: plain(),
  listActiveMembers: plain(),
  totalSleepSessions: notTheirs,
  shareMember: { inputs: one(() => ({ user_uid: 'nobody', provider_email: 'nobody@test.example' })), ...refusedAll },
  assignMember: { inputs: one(() => ({ user_uid: 'nobody', provider_email: 'nobody@test.example' })), ...refusedAll },
  revokeProvider: { inputs: one(() => ({ user_uid: 'nobody', provider_id: 'nobody' })), ...refusedAll },
  listLinkedProviders: plain(),
  unlinkProvider: { inputs: one(() => ({ provider_id: 'nobody' })), ...refusedAll },
  inviteMember: { inputs: () => [{ email: `${randomUUID()}@test.example`, first_name: 'New', last_name: 'One' }] },
  listMemberInvitations: plain(),
  answerMemberInvitation: { inputs: one(() => ({ provider_id: 'nobody', accept: true })), ...refusedAll },
  inviteProvider: {
    ...plain({ provider_email: 'nobody@test.example' }),
    ...{ refusedFor: 'the caller is no member', exceptFor: 'a Member' },
  },
  listProviderInvitations: plain(),
  withdrawProviderInvitation: { inputs: one(() => ({ provider_email: 'nobody@test.example' })), ...refusedAll },
  answerProviderInvitation: { inputs: one(() => ({ user_uid: 'nobody', accept: true })), ...refusedAll },
  linkMemberResident: {
    inputs: one((of) => ({ user_uid: of.user_id, patient_id: of.patient_id })),
    refusedFor: 'who works at the facility is no member',
  },
  readOwnMember: plain(),
  listOwnNights: { ...plain(), ...refusedAll },
  readOwnNights: { ...plain(), ...refusedAll },
  readOwnRespiration: { ...plain(), ...refusedAll },
  listMemberNights: notTheirs,

  listPrivacyRequests: plain(),
  createPrivacyRequest: {
    inputs: one((of) => ({
      kind: 'export',
      subject_type: 'resident',
      subject_id: of.patient_id,
      received_on: '2026-01-01',
    })),
  },
  extendPrivacyRequest: { inputs: one((of) => ({ request_id: of.request_id, extension: 'Many files' })) },
  closePrivacyRequest: { inputs: one((of) => ({ request_id: of.request_id, state: 'done' })) },
  listDeidentifiedExports: plain(),
  startDeidentifiedExport: {
    inputs: one((of) => ({ clinic_id: of.clinic_id, first_day: '2026-01-01', last_day: '2026-01-02' })),
    refusedFor: 'nobody was measured then',
  },
  deleteDeidentifiedExport: { ...plain({ export_id: randomUUID() }), refusedFor: 'there is no such export' },
  downloadDeidentifiedExport: { ...plain({ export_id: randomUUID() }), refusedFor: 'there is no such export' },
  exportUserData: about('user_id'),
  exportResidentData: about('patient_id'),
  eraseUser: about('user_id'),
  eraseResident: { ...about('patient_id'), refusedFor: 'the resident is in care' },
  listSmsAlerts: about('clinic_id'),
  createSmsAlert: { inputs: one((of) => ({ clinic_id: of.clinic_id, code: '+44', number: '7700 900123' })) },
  disableSmsAlert: { inputs: one((of) => ({ id: of.sms_alert_id })) },
  listAlertDeliveries: about('notification_id'),
  listWebhooks: about('clinic_id'),
  createWebhook: { inputs: one((of) => ({ clinic_id: of.clinic_id, url: 'https://93.184.216.34/hook' })) },
  tryWebhook: { inputs: one((of) => ({ id: of.webhook_id })) },
  rotateWebhookSecret: { inputs: one((of) => ({ id: of.webhook_id })) },
  enableWebhook: { inputs: one((of) => ({ id: of.webhook_id })) },
  disableWebhook: { inputs: one((of) => ({ id: of.webhook_id })) },
  deleteWebhook: { inputs: one((of) => ({ id: of.webhook_id })) },
  listWebhookDeliveries: { inputs: one((of) => ({ id: of.webhook_id })), showsNothing: true },
  listNurseCalls: about('clinic_id'),
  createNurseCall: {
    inputs: one((of) => ({
      clinic_id: of.clinic_id,
      name: 'Nurse call',
      host: '93.184.216.34',
      port: 2575,
      tls: true,
    })),
  },
  tryNurseCall: { inputs: one((of) => ({ id: of.nurse_call_id })) },
  deleteNurseCall: { inputs: one((of) => ({ id: of.nurse_call_id })) },
  listNurseCallDeliveries: { inputs: one((of) => ({ id: of.nurse_call_id })), showsNothing: true },
  acknowledgeByWebhook: {
    inputs: one((of) => ({ token: of.delivery_token })),
    refusedFor: 'it is signed with the secret of a webhook',
    showsNothing: true,
  },
  openAlertDelivery: { inputs: one((of) => ({ token: of.delivery_token })) },

  listDuties: about('clinic_id'),
  createDuty: { inputs: one((of) => ({ clinic_id: of.clinic_id, until: later })) },
  endDuty: { inputs: one((of) => ({ id: of.duty_id })) },
  readChannels: plain(),
  chooseChannels: { ...plain(), inputs: one(() => ({ choices: [] })) },

  readPushKey: plain(),
  listPushSubscriptions: plain(),
  createPushSubscription: plain({ endpoint: 'https://push.example.org/one', p256dh: browserKey, auth: 'A'.repeat(22) }),
  keepPushSubscription: plain({ endpoint: 'https://push.example.org/none' }),
  removePushSubscription: { ...plain({ id: 'none' }), refusedFor: 'the caller has no browser' },
  tryPushSubscription: { ...plain({ id: 'none' }), refusedFor: 'the caller has no browser' },
  acknowledgeByPush: { ...plain({ token: 'made-up' }), refusedFor: 'the portal makes the token for one push' },

  listSavedViews: plain({ list: 'residents' }),
  createSavedView: plain({ list: 'residents', name: 'Mine' }),
  renameSavedView: { ...plain({ saved_view_id: 'none', name: 'Mine' }), refusedFor: 'the caller has no view' },
  deleteSavedView: { ...plain({ saved_view_id: 'none' }), refusedFor: 'the caller has no view' },

  readClinicPlan: about('clinic_id'),
  updateClinicPlan: { inputs: one((of) => ({ clinic_id: of.clinic_id, high: 23, reason: 'Ward round' })) },
  readResidentPlan: about('patient_id'),
  updateResidentPlan: { inputs: one((of) => ({ patient_id: of.patient_id, high: 23, reason: 'Ward round' })) },
  removeResidentPlan: about('patient_id'),
  previewResidentPlan: {
    inputs: one((of) => ({ patient_id: of.patient_id, high: 23 })),
    showsNothing: true,
  },
  listPlanReviews: about('clinic_id'),
  emptyBed: { ...about('patient_id'), refusedFor: 'no notification says that there is no breathing signal' },
  readConsent: about('patient_id'),
  saveConsent: {
    inputs: one((of) => ({ patient_id: of.patient_id, state: 'given', by: 'Her daughter', on: '2026-02-01' })),
  },
  readLeave: about('patient_id'),
  saveLeave: {
    inputs: one((of) => ({
      patient_id: of.patient_id,
      from: `${today()}T00:00:00Z`,
      until: later,
      reason: of.marker,
    })),
  },
  endLeave: about('patient_id'),

  listNotifications: {
    inputs: ({ clinic_id, patient_id }) => [{ clinic_id }, { patient_id }, { clinic_id, patient_id }],
  },
  listCurrentNotifications: about('clinic_id'),
  createLockToken: { ...about('clinic_id'), showsNothing: true },
  countOpenNotifications: { inputs: one(() => ({ token: 'made up' })), refusedFor: 'the token comes with a lock' },
  countUnseenNotifications: { ...about('clinic_id'), showsNothing: true },
  listClinicAttention: plain(),
  readNotification: { inputs: one((of) => ({ id: of.notification_id })) },
  seeNotification: { inputs: one((of) => ({ id: of.notification_id })) },
  seeAllNotifications: { ...about('clinic_id'), showsNothing: true },
  acknowledgeNotification: { inputs: one((of) => ({ id: of.notification_id })) },
  unacknowledgeNotification: {
    inputs: one((of) => ({ id: of.notification_id })),
    refusedFor: 'nobody has acknowledged it',
  },
  unsnoozeNotification: {
    inputs: one((of) => ({ id: of.notification_id })),
    refusedFor: 'nobody has snoozed it',
  },
  snoozeNotification: { inputs: one((of) => ({ id: of.notification_id, minutes: 30 })) },
  readMonitoring: about('clinic_id'),
  readDowntime: about('clinic_id'),
  // In the afternoon the night is over in which the clinic's readings could lie; server/nights reads one.
  listNights: { ...about('clinic_id'), showsNothing: true },
  listRates: { inputs: one((of) => ({ clinic_id: of.clinic_id, of: of.patient_id })) },
  readNights: about('patient_id'),
  readHandover: about('clinic_id'),
  // Its text is compressed; server/handover reads it back.
  readHandoverPdf: { ...about('clinic_id'), showsNothing: true },
  takeOverShift: about('clinic_id'),
  readTrendCounts: { ...about('clinic_id'), showsNothing: true },
  dismissTrend: {
    inputs: one((of) => ({ id: of.notification_id, reason: 'A cold' })),
    refusedFor: 'this notification is not about a trend',
  },

  listBilling: about('clinic_id'),
  listClinicMonthlyBilling: about('clinic_id'),
  // Counts of minutes, without names and rates.
  listBillingDays: { ...about('patient_id'), showsNothing: true },

  listAuditEntries: {
    inputs: one((of) => ({ clinic_id: of.clinic_id, patient_id: of.patient_id })),
    outlivesClinic: true,
  },
  listMessages: plain(),
  resendMessage: about('message_id'),
  receiveReceipt: {
    ...plain({ token: 'message.signature', MessageStatus: 'delivered' }),
    refusedFor: 'the portal makes the address for one message',
  },
  trackEvents: plain({ events: [{ name: 'page_view', route: '/dashboard' }] }),
  readUsage: plain(),
  readHost: { inputs: one((of) => ({ host: `${of.slug}.localhost` })), showsNothing: true },
  readOpenapi: plain(),
}
