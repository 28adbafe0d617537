import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { email, id, line, listOf, noAnswer, paging, phone, search, text, timeZone } from './fields.ts'

/** A clinic; `clinic` on the wire (specification section 3). */
export const clinic = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** path of the image below the portal's address */
  logo: z.string().nullable(),
  tz: z.string(),
  floors: z.array(z.string()),
  alert_recipients: z.array(z.string()),
  daily_report_recipients: z.array(z.string()),
  /** until a notification that nobody acknowledged goes to the next recipients; null: never */
  escalation_minutes: z.number().nullable(),
  /** e-mail addresses and phone numbers */
  escalation_recipients: z.array(z.string()),
  /** HH:MM in the clinic's zone, when they get the report of the day before */
  daily_report_time: z.string(),
  ehr_integration_status: z.string(),
  clinicDetail: z.string(),
  /** true for the demonstration clinic, whose sensors are simulated */
  is_demo: z.boolean(),
})
export type Clinic = z.output<typeof clinic>

const unique = (values: readonly string[]) => new Set(values).size === values.length

const recipient = z
  .string()
  .max(254)
  .pipe(z.union([email, phone], 'Is neither an e-mail address nor a phone number'))

const mailRecipients = z.array(email).max(100).refine(unique, 'Each recipient once')

const clinicFields = {
  name: line(120, 1),
  tz: timeZone,
  floors: z.array(line(40, 1)).max(200).refine(unique, 'Each floor once'),
  alert_recipients: mailRecipients,
  daily_report_recipients: mailRecipients,
  escalation_minutes: z.number().int().min(1).max(1_440).nullable(),
  escalation_recipients: z.array(recipient).max(20).refine(unique, 'Each recipient once'),
  daily_report_time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Is not a time of day, such as 07:00'),
  clinicDetail: text(4_000),
}

const changeable = {
  name: true,
  tz: true,
  floors: true,
  alert_recipients: true,
  daily_report_recipients: true,
  escalation_minutes: true,
  escalation_recipients: true,
  daily_report_time: true,
  clinicDetail: true,
} as const

export const listClinics = call({
  name: 'listClinics',
  method: 'GET',
  path: '/clinics',
  access: access.staff,
  summary: 'Facilities that the caller may see',
  input: z.object({ name: search, slug: id.optional(), ...paging }),
  output: listOf(clinic),
})

export const readClinic = call({
  name: 'readClinic',
  method: 'GET',
  path: '/clinics/{clinic_id}',
  access: access.staff,
  summary: 'One facility',
  input: z.object({ clinic_id: id }),
  output: clinic,
})

export const createClinic = call({
  name: 'createClinic',
  method: 'POST',
  path: '/clinics',
  access: access.admin,
  summary: 'Create a facility',
  once: true,
  input: z.object({
    ...clinicFields,
    tz: clinicFields.tz.default('UTC'),
    floors: clinicFields.floors.default([]),
    alert_recipients: clinicFields.alert_recipients.default([]),
    daily_report_recipients: clinicFields.daily_report_recipients.default([]),
    escalation_minutes: clinicFields.escalation_minutes.default(null),
    escalation_recipients: clinicFields.escalation_recipients.default([]),
    daily_report_time: clinicFields.daily_report_time.default('07:00'),
    clinicDetail: clinicFields.clinicDetail.default(''),
  }),
  output: clinic,
})

export const updateClinic = call({
  name: 'updateClinic',
  method: 'PUT',
  path: '/clinics/{clinic_id}',
  access: access.admin,
  summary: 'Change a facility; fields left out stay',
  input: z
    .object(clinicFields)
    .partial()
    .extend({
      clinic_id: id,
      /** as the fields were when the change was thought of: refused when somebody has changed one since */
      was: clinic.pick(changeable).partial().optional(),
    }),
  output: clinic,
})

export const listFloors = call({
  name: 'listFloors',
  method: 'GET',
  path: '/clinics/{clinic_id}/floors',
  access: access.staff,
  summary: 'Floors of a facility with the number of active residents on each',
  input: z.object({ clinic_id: id }),
  output: z.object({ items: z.array(z.object({ floor_id: z.string(), name: z.string(), residents: z.number() })) }),
})

export const removeDemo = call({
  name: 'removeDemo',
  method: 'POST',
  path: '/clinics/{clinic_id}/remove-demo',
  access: access.admin,
  summary: 'Remove the demonstration facility with everything in it; refused for any other facility',
  input: z.object({ clinic_id: id }),
  output: noAnswer,
})

export const uploadClinicLogo = call({
  name: 'uploadClinicLogo',
  method: 'PUT',
  path: '/clinics/{clinic_id}/logo',
  access: access.admin,
  summary: 'Set the logo of a facility: PNG, JPEG or WebP of at most 2 MB',
  input: z.object({ clinic_id: id }),
  output: clinic,
  carries: 'upload',
})

export const readClinicLogo = call({
  name: 'readClinicLogo',
  method: 'GET',
  path: '/clinics/{clinic_id}/logo',
  access: access.signedIn,
  summary: 'The logo of a facility as an image',
  /** v changes with the logo, so that browsers may keep it */
  input: z.object({ clinic_id: id, v: id.optional() }),
  output: z.unknown(),
  carries: 'download',
})

export const removeClinicLogo = call({
  name: 'removeClinicLogo',
  method: 'DELETE',
  path: '/clinics/{clinic_id}/logo',
  access: access.admin,
  summary: 'Take the logo of a facility away',
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
