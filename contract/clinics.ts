import { m } from '@eupnea/texts'
import { defaultLocale, locales } from '@eupnea/texts/locale.ts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { clinicFields, clinicSettingsFields as settings } from './clinics.fields.ts'
import { id, line, listOf, noAnswer, paging, schemaOf, search } from './fields.ts'

/** A clinic; `clinic` on the wire (specification section 3). */
const clinic = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** path of the image below the portal's address */
  logo: z.string().nullable(),
  tz: z.string(),
  /** BCP 47 tag of its formats of dates, times and numbers, such as en-GB */
  locale: z.enum(locales),
  floors: z.array(z.string()),
  alert_recipients: z.array(z.string()),
  daily_report_recipients: z.array(z.string()),
  /** minutes until an unacknowledged notification is escalated; null: never */
  escalation_minutes: z.number().nullable(),
  /** e-mail addresses and phone numbers */
  escalation_recipients: z.array(z.string()),
  /** HH:MM in the clinic's zone at which they get the previous day's report */
  daily_report_time: z.string(),
  /** sensors are linked only to residents with consent (PL-5) */
  requires_consent: z.boolean(),
  /** a resident whom the EHR moves is linked to the sensor of the new bed (EH-5) */
  moves_links: z.boolean(),
  ehr_integration_status: z.string(),
  clinicDetail: z.string(),
  /** true for the demonstration clinic, whose sensors are simulated */
  is_demo: z.boolean(),
})
export type Clinic = z.output<typeof clinic>

const inputs = {
  name: schemaOf(clinicFields.name),
  tz: schemaOf(clinicFields.tz),
  locale: schemaOf(clinicFields.locale),
  floors: schemaOf(clinicFields.floors),
  alert_recipients: schemaOf(settings.alert_recipients),
  daily_report_recipients: schemaOf(settings.daily_report_recipients),
  escalation_minutes: schemaOf(settings.escalation_minutes).nullable(),
  escalation_recipients: schemaOf(settings.escalation_recipients),
  daily_report_time: schemaOf(settings.daily_report_time),
  requires_consent: schemaOf(settings.requires_consent),
  moves_links: schemaOf(settings.moves_links),
  clinicDetail: schemaOf(clinicFields.clinicDetail),
}

const changeable = {
  name: true,
  tz: true,
  locale: true,
  floors: true,
  alert_recipients: true,
  daily_report_recipients: true,
  escalation_minutes: true,
  escalation_recipients: true,
  daily_report_time: true,
  requires_consent: true,
  moves_links: true,
  clinicDetail: true,
} as const

export const listClinics = call({
  name: 'listClinics',
  method: 'GET',
  path: '/clinics',
  access: access.staff,
  summary: m.clinic_list_call(),
  input: z.object({ name: search, slug: id.optional(), ...paging }),
  output: listOf(clinic),
})

export const readClinic = call({
  name: 'readClinic',
  method: 'GET',
  path: '/clinics/{clinic_id}',
  access: access.staff,
  summary: m.clinic_read_call(),
  input: z.object({ clinic_id: id }),
  output: clinic,
})

export const createClinic = call({
  name: 'createClinic',
  method: 'POST',
  path: '/clinics',
  access: access.admin,
  summary: m.clinic_create_call(),
  once: true,
  input: z.object({
    ...inputs,
    tz: inputs.tz.default('UTC'),
    locale: inputs.locale.default(defaultLocale),
    floors: inputs.floors.default([]),
    alert_recipients: inputs.alert_recipients.default([]),
    daily_report_recipients: inputs.daily_report_recipients.default([]),
    escalation_minutes: inputs.escalation_minutes.default(null),
    escalation_recipients: inputs.escalation_recipients.default([]),
    daily_report_time: inputs.daily_report_time.default('07:00'),
    requires_consent: inputs.requires_consent.default(false),
    moves_links: inputs.moves_links.default(false),
    clinicDetail: inputs.clinicDetail.default(''),
  }),
  output: clinic,
})

export const updateClinic = call({
  name: 'updateClinic',
  method: 'PUT',
  path: '/clinics/{clinic_id}',
  access: access.clinicAdmins,
  summary: m.clinic_update_call(),
  input: z
    .object(inputs)
    .partial()
    .extend({
      clinic_id: id,
      /** floors of `floors` that had another name: residents, sensors, duties and displays go by the new one */
      renamed_floors: z
        .array(z.object({ from: line(200, 1), to: line(200, 1) }))
        .max(200)
        .optional(),
      /** the fields as the caller last saw them; the call is refused if one has changed since */
      was: clinic.pick(changeable).partial().optional(),
    }),
  output: clinic,
})

const floor = z.object({ floor_id: z.string(), name: z.string(), residents: z.number() })

export const listFloors = call({
  name: 'listFloors',
  method: 'GET',
  path: '/clinics/{clinic_id}/floors',
  access: access.staff,
  summary: m.clinic_list_floors_call(),
  input: z.object({ clinic_id: id }),
  /** `unlisted`: floors found only on residents, who keep the name of one that was removed */
  output: listOf(floor).extend({ unlisted: z.array(floor) }),
})

export const removeDemo = call({
  name: 'removeDemo',
  method: 'POST',
  path: '/clinics/{clinic_id}/remove-demo',
  access: access.admin,
  fresh: true,
  summary: m.clinic_remove_demo_call(),
  input: z.object({ clinic_id: id }),
  output: noAnswer,
})

export const uploadClinicLogo = call({
  name: 'uploadClinicLogo',
  method: 'PUT',
  path: '/clinics/{clinic_id}/logo',
  access: access.clinicAdmins,
  summary: m.clinic_upload_logo_call(),
  input: z.object({ clinic_id: id }),
  output: clinic,
  carries: 'upload',
})

export const readClinicLogo = call({
  name: 'readClinicLogo',
  method: 'GET',
  path: '/clinics/{clinic_id}/logo',
  access: access.signedIn,
  summary: m.clinic_read_logo_call(),
  /** v changes with the logo, so that browsers can cache it */
  input: z.object({ clinic_id: id, v: id.optional() }),
  output: z.unknown(),
  carries: 'download',
})

export const removeClinicLogo = call({
  name: 'removeClinicLogo',
  method: 'DELETE',
  path: '/clinics/{clinic_id}/logo',
  access: access.clinicAdmins,
  summary: m.clinic_remove_logo_call(),
  input: z.object({ clinic_id: id }),
  output: clinic,
})

export const clinicCalls = [
  listClinics,
  readClinic,
  createClinic,
  updateClinic,
  listFloors,
  uploadClinicLogo,
  readClinicLogo,
  removeClinicLogo,
  removeDemo,
]
