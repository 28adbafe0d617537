import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { consentFields, consentStates } from './consents.fields.ts'
import { id, instant, newOf, outputOf } from './fields.ts'

/** Consent of residents to monitoring, kept as versions (PL-5). */

const consentState = z.enum(consentStates)

const consentVersion = z.object({
  version_id: z.string(),
  ...outputOf(consentFields),
  state: consentState,
  recorded_at: instant,
  /** name of who recorded it */
  recorded_by: z.string(),
})
export type ConsentVersion = z.output<typeof consentVersion>

const consent = z.object({
  patient_id: z.string(),
  clinic_id: z.string(),
  /** the newest version; null: nothing on record */
  consent: consentVersion.nullable(),
  /** the review date has come, by the facility's clock; the consent holds all the same */
  is_review_due: z.boolean(),
  /** the facility links sensors only with consent */
  is_required: z.boolean(),
  /** newest first */
  versions: z.array(consentVersion),
})
export type Consent = z.output<typeof consent>

/** What a resident's record says of it. */
export const consentOfResident = {
  /** null: nothing on record */
  consent: consentState.nullable(),
  is_consent_review_due: z.boolean(),
}

/** What may be wanting in residents: monitored with nothing on record, or a review whose date has come. */
export const consentLacks = ['missing', 'review_due'] as const

export const readConsent = call({
  name: 'readConsent',
  method: 'GET',
  path: '/residents/{patient_id}/consent',
  access: access.staff,
  summary: m.consent_read_call(),
  input: z.object({ patient_id: id }),
  output: consent,
})

export const saveConsent = call({
  name: 'saveConsent',
  method: 'PUT',
  path: '/residents/{patient_id}/consent',
  access: access.staff,
  summary: m.consent_save_call(),
  input: z.object({ patient_id: id, ...newOf(consentFields) }),
  output: consent,
})

export const consentCalls = [readConsent, saveConsent]
