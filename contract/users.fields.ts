import { m } from '@eupnea/texts'
import { type UserType, userTypeLabel, userTypes } from './access.ts'
import { chosenPassword, type Field, type Fields, type Rule, type Values } from './field-kinds.ts'

/** What is written down about a user, each field once. Which of it a user has follows from the type (US-4, US-5). */

/** Types that belong to exactly one clinic (US-4). */
export const isOfOneClinic = (type: unknown): boolean => type === 'clinic-app' || type === 'home_health_patient'

/** Types whose users can be facility administrators (EA-3). */
export const mayAdministerClinics = (type: unknown): boolean => type === 'clinic-web'

/** Types that a facility administrator gives and manages. */
export const isOfClinicAdmins = (type: unknown): boolean => type === 'clinic-web' || type === 'clinic-app'

/** Sees every clinic anyway, so none is chosen. */
export const seesEveryClinic = (type: unknown): boolean => type === 'sa'

/** Persons who are monitored or carry the app, and people of the profession (US-5). */
const persons: readonly unknown[] = ['member', 'home_health_patient', 'clinic-app'] satisfies UserType[]
const professionals: readonly unknown[] = [
  'vc-admin',
  'clinic-web',
  'cip_users',
  'clinical-triage',
] satisfies UserType[]

/** Of these types, and whoever has one of the fields already keeps all of them. */
const ofTypes =
  (types: readonly unknown[], names: readonly string[]) =>
  ({ user_type }: Values, before: Values): boolean =>
    types.includes(user_type) || names.some((name) => (before[name] ?? '') !== '')

const ofPersons = ofTypes(persons, ['dob', 'gender', 'weight_kg', 'height_cm'])
const ofProfessionals = ofTypes(professionals, ['m_credentials', 'm_npi'])

/** Mails to strangers name people, and mail programs make links of addresses. `Dr.med.` isn't one. */
const nameRules = [
  { isKept: (text: string) => !/[@/]|\.[a-z]{2,}(?![a-z.])/.test(text), code: 'not_name', words: m.user_name_address },
]

/** Who somebody is. */
export const personFields = {
  first_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: m.user_first_name_label,
    missing: m.user_first_name_required,
    rules: nameRules,
  },
  last_name: {
    kind: 'line',
    max: 100,
    isRequired: true,
    label: m.user_last_name_label,
    missing: m.user_last_name_required,
    rules: nameRules,
  },
  email: { kind: 'email', isRequired: true, label: m.user_email_label, missing: m.user_email_required },
} as const satisfies Fields

/** For people who are monitored or use the mobile app. */
const personalFields = {
  dob: {
    kind: 'pastDate',
    isNullable: true,
    label: m.user_dob_label,
    part: m.user_part_personal,
    appliesTo: ofPersons,
  },
  gender: {
    kind: 'choice',
    choices: { female: m.user_gender_female, male: m.user_gender_male, other: m.user_gender_other },
    // Other systems may send others.
    isOpen: true,
    max: 32,
    none: m.user_gender_none,
    isNullable: true,
    label: m.user_gender_label,
    part: m.user_part_personal,
    appliesTo: ofPersons,
  },
  weight_kg: {
    kind: 'number',
    min: 0,
    max: 700,
    decimals: 2,
    isNullable: true,
    label: m.user_weight_label,
    part: m.user_part_personal,
    appliesTo: ofPersons,
  },
  height_cm: {
    kind: 'number',
    min: 0,
    max: 300,
    decimals: 2,
    isNullable: true,
    label: m.user_height_label,
    part: m.user_part_personal,
    appliesTo: ofPersons,
  },
} as const satisfies Fields

/** For staff. */
const professionalFields = {
  m_credentials: {
    kind: 'line',
    max: 100,
    isNullable: true,
    label: m.user_credentials_label,
    hint: m.user_credentials_hint,
    part: m.user_part_profession,
    appliesTo: ofProfessionals,
  },
  m_npi: {
    kind: 'line',
    max: 32,
    isNullable: true,
    label: m.user_npi_label,
    help: m.user_npi_help,
    part: m.user_part_profession,
    appliesTo: ofProfessionals,
  },
} as const satisfies Fields

const typeChoices = Object.fromEntries(userTypes.map((type) => [type, () => userTypeLabel(type)])) as Record<
  UserType,
  () => string
>

const named = { part: m.user_part_name } as const

const base = {
  first_name: { ...personFields.first_name, ...named, isInHeading: true },
  last_name: { ...personFields.last_name, ...named, isInHeading: true },
  email: { ...personFields.email, ...named },
  /** country code followed by number (specification section 5) */
  contact: { kind: 'phone', isNullable: true, label: m.user_phone_label, ...named },
  user_type: {
    kind: 'choice',
    choices: typeChoices,
    max: 32,
    isRequired: true,
    label: m.user_type_label,
    help: m.user_type_help,
    missing: m.user_type_required,
    part: m.user_part_access,
  },
  clinic_ids: {
    kind: 'list',
    of: { kind: 'identifier', isRequired: true },
    max: 1_000,
    label: m.user_clinics_label,
    help: m.user_clinics_optional_help,
    part: m.user_part_access,
    appliesTo: ({ user_type }: Values) => !!user_type && !seesEveryClinic(user_type),
  },
  /** of clinic_ids, those whose settings, plan, users, sensors and recipients they manage (EA-3) */
  admin_clinic_ids: {
    kind: 'list',
    of: { kind: 'identifier', isRequired: true },
    max: 1_000,
    label: m.user_admin_clinics_label,
    help: m.user_admin_clinics_help,
    part: m.user_part_access,
    appliesTo: ({ user_type }: Values) => mayAdministerClinics(user_type),
  },
  /** opens the administration to someone who is not a Superadmin */
  is_admin_feature: {
    kind: 'flag',
    label: m.user_admin_label,
    help: m.user_admin_help,
    part: m.user_part_access,
    appliesTo: ({ user_type }: Values) => !!user_type && user_type !== 'sa',
  },
} as const satisfies Fields

const is_otp_enabled = {
  kind: 'flag',
  label: m.user_otp_label,
  help: m.user_otp_help,
  part: m.user_part_sign_in,
} as const satisfies Field

/** Only for a new user. Without one, the user is invited by e-mail to choose it. */
const password = {
  ...chosenPassword,
  isRequired: false,
  label: m.user_password_label,
  help: m.user_password_help,
  part: m.user_part_sign_in,
  appliesTo: (_now: Values, { user_type }: Values) => !user_type,
} as const satisfies Field

export const userFields = { ...base, is_otp_enabled, ...professionalFields, ...personalFields } as const

/** What the form asks for. */
export const userFormFields = { ...base, password, is_otp_enabled, ...professionalFields, ...personalFields } as const

/** Whether users of the type may have so many clinics. */
export const fitsClinics = (type: unknown, count: number): boolean => !isOfOneClinic(type) || count === 1

export const userRules = [
  {
    field: 'clinic_ids',
    of: ['user_type', 'clinic_ids'],
    isKept: ({ user_type, clinic_ids }) => fitsClinics(user_type, clinic_ids?.length ?? 0),
    code: 'not_one_clinic',
    words: m.user_clinics_exactly_one,
  },
  {
    field: 'contact',
    of: ['contact', 'is_otp_enabled'],
    isKept: ({ contact, is_otp_enabled: wantsCodes }) => !wantsCodes || !!contact,
    code: 'no_phone',
    words: m.user_phone_required,
  },
] as const satisfies readonly Rule<typeof userFields>[]
