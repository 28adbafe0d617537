import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { date, email, id, line, listOf, optionalId, paging } from './fields.ts'

/** The daily report as a PDF: saved, sent by e-mail, and the list of earlier ones (RP-2, RP-5, RP-6). */

const mostFlagged = 200
/** Patient ids whose box under Flag? is ticked; stored only in the PDF. */
const flagged = z.array(id).max(mostFlagged, m.report_flagged_too_many({ count: mostFlagged }))
/** The same in a query: comma-separated ids. */
const flaggedInQuery = z
  .string()
  .default('')
  .transform((ids) => ids.split(',').filter((one) => one !== ''))
  .pipe(flagged)

const reportOf = { clinic_id: id, date, floor: line(40).optional() }

/**
 * A saved report. Its file is what was saved or sent, and doesn't change with the data; but when someone who may appear
 * in it is erased, it is recreated from the remaining data.
 */
const madeReport = z.object({
  report_id: z.string(),
  clinic_id: z.string(),
  date: z.string(),
  /** one floor, or `all` */
  floor_id: z.string(),
  file_name: z.string(),
  /** path of the PDF below the portal's address, for callers who may see the clinic */
  url: z.string(),
  made_at: z.string(),
  /** creator's e-mail; null if created on schedule */
  made_by: z.string().nullable(),
  /** addresses that it was sent to */
  sent_to: z.number(),
  last_sent_at: z.string().nullable(),
  /** queued for or accepted by the mail server; its answer is in the outbox */
  state: z.enum(['saved', 'sent']),
})
export type MadeReport = z.output<typeof madeReport>

export const readDailyPdf = call({
  name: 'readDailyPdf',
  method: 'GET',
  path: '/reports/daily/pdf',
  access: access.staff,
  summary: m.report_read_pdf_call(),
  input: z.object({ ...reportOf, date: date.optional(), flagged: flaggedInQuery }),
  output: z.unknown(),
  carries: 'download',
})

export const openDailyPdf = call({
  name: 'openDailyPdf',
  method: 'GET',
  path: '/reports/open/pdf',
  access: access.public,
  summary: m.report_open_pdf_call(),
  input: z.object({ unique_id: z.string().min(1).max(200), floor: line(40).optional(), flagged: flaggedInQuery }),
  output: z.unknown(),
  carries: 'download',
})

export const sendDownloadReport = call({
  name: 'sendDownloadReport',
  method: 'POST',
  path: '/reports/send-download',
  access: access.staff,
  summary: m.report_save_call(),
  once: true,
  input: z.object({ ...reportOf, flagged: flagged.default([]) }),
  output: madeReport,
})

export const listDailyReports = call({
  name: 'listDailyReports',
  method: 'GET',
  path: '/reports/daily',
  access: access.staff,
  summary: m.report_list_made_call(),
  input: z.object({ clinic_id: id, floor_id: line(40).optional(), ...paging }),
  output: listOf(madeReport),
})

export const readMadeReport = call({
  name: 'readMadeReport',
  method: 'GET',
  path: '/reports/daily/{report_id}/pdf',
  access: access.staff,
  summary: m.report_read_made_call(),
  input: z.object({ report_id: id }),
  output: z.unknown(),
  carries: 'download',
})

export const listClinicUsers = call({
  name: 'listClinicUsers',
  method: 'POST',
  path: '/reports/clinic-users',
  access: access.staff,
  summary: m.report_clinic_users_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({
    items: z.array(z.object({ user_id: z.string().nullable(), name: z.string(), email: z.string() })),
    /** as an e-mail from the caller would have it today */
    sender_detail: z.string(),
    /** a password that the caller may choose; easy to guess, because the name of the file says the same */
    password: z.string(),
  }),
})

const reportPassword = z.object({
  password: z.string(),
  made_at: z.string(),
  /** e-mail of who made it; null: the portal, for the first report */
  made_by: z.string().nullable(),
})

export const readReportPassword = call({
  name: 'readReportPassword',
  method: 'GET',
  path: '/clinics/{clinic_id}/report-password',
  access: access.staff,
  summary: m.report_read_password_call(),
  input: z.object({ clinic_id: id }),
  output: reportPassword,
})

export const replaceReportPassword = call({
  name: 'replaceReportPassword',
  method: 'POST',
  path: '/clinics/{clinic_id}/report-password',
  access: access.managersAndClinicAdmins,
  fresh: true,
  summary: m.report_replace_password_call(),
  input: z.object({ clinic_id: id }),
  output: reportPassword,
})

export const shortestPassword = 5

export const emailReport = call({
  name: 'emailReport',
  method: 'POST',
  path: '/reports/email',
  access: access.staff,
  summary: m.report_email_call(),
  once: true,
  input: z.object({
    file_name: line(300).optional(),
    sender_detail: line(300).optional(),
    /** the report's `url` */
    url: line(2_000),
    report_type: z.literal('clinical-daily-report'),
    /**
     * users of the clinic and configured recipients; any address for Superadmins. Default: the daily report recipients
     */
    recipients: z.array(email).min(1, m.report_recipient_required()).max(50).optional(),
    details: z.object({
      subject_line: line(300).optional(),
      floor: line(40).nullable().optional(),
      patient_id: optionalId.nullable(),
      patient_name: line(300).nullable().optional(),
      date: line(40).optional(),
      sender_name: line(300).optional(),
      /** by default the clinic's (`readReportPassword`) */
      password: z
        .string()
        .min(shortestPassword, m.report_password_short({ count: shortestPassword }))
        .max(100)
        .regex(/^[\x20-\x7e]+$/, m.report_password_signs())
        .optional(),
      newFileNameToDisplay: line(300).optional(),
    }),
  }),
  output: madeReport,
})

export const reportDeliveryCalls = [
  readDailyPdf,
  openDailyPdf,
  sendDownloadReport,
  listDailyReports,
  readMadeReport,
  listClinicUsers,
  readReportPassword,
  replaceReportPassword,
  emailReport,
]
