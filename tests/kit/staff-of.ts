import type { Actor } from '../../server/platform/context.ts'

/** Staff of these clinics, for tests that call verbs without HTTP. */
export const staffOf = (...clinicIds: string[]): Actor => ({
  type: 'user',
  profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
  id: 'staff',
  name: 'Staff',
  email: 'staff@test.example',
  role: 'Clinic',
  isAdminFeature: false,
  sessionId: 'session',
  token: 'token',
  clinicIds,
})
