import { adminFeatureGroup, type UserType } from '@eupnea/contract/access.ts'
import type { CallArguments } from '@eupnea/contract/call.ts'
import { personalFields, professionalFields, userFields } from '@eupnea/contract/users.fields.ts'
import type { createUser, User, updateUser } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { faultsOf as recordFaults } from '../shared/form/record.ts'
import type { Faults } from '../shared/form/use-form-values.ts'
import { contactOf, splitContact } from './calling-codes.ts'
import { isOfOneClinic, isPerson, isProfessional, seesEveryClinic } from './user-types.ts'

/** What the form of a user holds: texts as they are typed. */
export interface UserValues {
  readonly user_type: UserType | ''
  readonly clinic_ids: readonly string[]
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  /** `2026-11-20`, or '' */
  readonly dob: string
  readonly gender: string
  readonly weight_kg: string
  readonly height_cm: string
  readonly m_credentials: string
  readonly m_npi: string
  /** ISO 3166 code */
  readonly country: string
  readonly number: string
  readonly is_otp_enabled: boolean
  readonly is_admin_feature: boolean
  /** at the start only */
  readonly password: string
}

export const noValues: UserValues = {
  user_type: '',
  clinic_ids: [],
  first_name: '',
  last_name: '',
  email: '',
  dob: '',
  gender: '',
  weight_kg: '',
  height_cm: '',
  m_credentials: '',
  m_npi: '',
  country: '',
  number: '',
  is_otp_enabled: false,
  is_admin_feature: false,
  password: '',
}

export const hasAdminFeature = ({ groups }: Pick<User, 'groups'>): boolean => groups.includes(adminFeatureGroup)

const textOf = (value: string | number | null): string => (value === null ? '' : String(value))

export const valuesOf = (user: User): UserValues => ({
  user_type: user.user_type,
  clinic_ids: user.clinic_ids,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  dob: textOf(user.dob),
  gender: textOf(user.gender),
  weight_kg: textOf(user.weight_kg),
  height_cm: textOf(user.height_cm),
  m_credentials: textOf(user.m_credentials),
  m_npi: textOf(user.m_npi),
  ...splitContact(user.contact),
  is_otp_enabled: user.is_otp_enabled,
  is_admin_feature: hasAdminFeature(user),
  password: '',
})

/** Which blocks of the form apply: those of the type, and those that hold something already (US-5). */
export function blocksOf(values: UserValues, kept: UserValues = noValues) {
  const { user_type } = values
  return {
    person:
      isPerson(user_type) || [kept.dob, kept.gender, kept.weight_kg, kept.height_cm].some((value) => value !== ''),
    profession: isProfessional(user_type) || kept.m_credentials !== '' || kept.m_npi !== '',
    clinics: user_type !== '' && !seesEveryClinic(user_type),
    adminFeature: user_type !== '' && user_type !== 'sa',
  }
}

/** A decimal sign of either kind. */
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'))
const orNull = (text: string): string | null => text.trim() || null

function inputOf(values: UserValues, kept: UserValues = noValues) {
  const blocks = blocksOf(values, kept)
  return {
    user_type: values.user_type as UserType,
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    email: values.email.trim(),
    contact: contactOf(values.country, values.number) || null,
    is_otp_enabled: values.is_otp_enabled,
    ...(blocks.clinics && {
      clinic_ids: isOfOneClinic(values.user_type) ? values.clinic_ids.slice(0, 1) : [...values.clinic_ids],
    }),
    ...(blocks.adminFeature && { is_admin_feature: values.is_admin_feature }),
    ...(blocks.profession && { m_credentials: orNull(values.m_credentials), m_npi: orNull(values.m_npi) }),
    ...(blocks.person && {
      dob: orNull(values.dob),
      gender: orNull(values.gender),
      weight_kg: values.weight_kg.trim() ? numberOf(values.weight_kg) : null,
      height_cm: values.height_cm.trim() ? numberOf(values.height_cm) : null,
    }),
  }
}

/** What a new user is made of: only what was given (US-4). */
export function newUserOf(values: UserValues): CallArguments<typeof createUser> {
  const given = Object.entries(inputOf(values)).filter(([, value]) => value !== null)
  const input = Object.fromEntries(given) as CallArguments<typeof createUser>
  return values.password ? { ...input, password: values.password } : input
}

/** Only what differs from what was there, so that a colleague's change of another field stays. */
export function changesOf(kept: UserValues, values: UserValues): Omit<CallArguments<typeof updateUser>, 'user_id'> {
  const before: Readonly<Record<string, unknown>> = inputOf(kept, kept)
  const changed = Object.entries(inputOf(values, kept)).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name] ?? null) && !isDefault(before, name, value),
  )
  return Object.fromEntries(changed)
}

/** The clinics as they were seen, when they change, so that nobody's change of them is overwritten unseen. */
export const wasOf = (seen: readonly string[], { clinic_ids }: ReturnType<typeof changesOf>) =>
  clinic_ids && { clinic_ids: [...seen] }

/** A block that has just come into sight, with nothing in it. */
const isDefault = (before: Readonly<Record<string, unknown>>, name: string, value: unknown): boolean =>
  !(name in before) && (value === false || (Array.isArray(value) && value.length === 0))

/** What is wrong with the values as far as the browser can tell; the server has the last word. */
export function faultsOf(values: UserValues, kept: UserValues = noValues): Faults {
  const { user_type, clinic_ids, password } = values
  const blocks = blocksOf(values, kept)
  const before = kept === noValues ? null : kept
  const faults: Record<string, string> = {
    ...recordFaults(userFields, [], before, values),
    ...(blocks.person && recordFaults(personalFields, [], before, values)),
    ...(blocks.profession && recordFaults(professionalFields, [], before, values)),
  }
  if (!user_type) faults.user_type = m.user_type_required()
  if (blocks.clinics && isOfOneClinic(user_type) && clinic_ids.length === 0)
    faults.clinic_ids = m.user_clinics_exactly_one()
  const contact = contactOf(values.country, values.number)
  if (contact && !/^\+[0-9]{6,15}$/.test(contact)) faults.contact = m.rule_not_phone()
  else if (contact && !values.country && !/^\s*(\+|00)/.test(values.number)) faults.contact = m.user_country_required()
  if (values.is_otp_enabled && !contact) faults.contact = m.user_phone_required()
  if (password && password.length < 12) faults.password = m.rule_too_short({ min: '12' })
  return faults
}

/** @param kept what was there before: what was good enough then is good enough now */
export const userRules = (kept: UserValues = noValues) => ({
  faultsOf: (values: UserValues) => faultsOf(values, kept),
  // A contact is two fields, and codes by SMS need one.
  touchedBy: (fields: readonly string[]) =>
    fields.some((name) => name === 'country' || name === 'number' || name === 'is_otp_enabled') ? ['contact'] : [],
})
