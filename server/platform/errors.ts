import type { FieldError } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'

/** The only error that verbs throw; platform/http turns it into an answer, in one place (rule 8). */
export class PortalError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly field: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly retryAfter: number | undefined

  constructor(
    status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 422 | 429 | 503,
    code: string,
    message: string,
    more: { title?: string; field?: string; errors?: readonly FieldError[]; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'PortalError'
    this.status = status
    this.code = code
    this.title = more.title ?? m.common_failed_title()
    this.field = more.field
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }
}

/** Texts by noun, as it appears in the error's code. */
const notFoundTexts = {
  'bed mismatch': m.bed_mismatch_not_found,
  device: m.device_not_found,
  'directory client': m.directory_client_not_found,
  'directory person': m.directory_person_not_found,
  'directory rule': m.directory_rule_not_found,
  display: m.display_not_found,
  duty: m.duty_not_found,
  export: m.fhir_export_not_found,
  'face sheet': m.resident_face_sheet_not_found,
  facility: m.clinic_not_found,
  file: m.file_not_found,
  import: m.ehr_import_not_found,
  invitation: m.member_invitation_not_found,
  key: m.ehr_import_key_not_found,
  link: m.report_link_not_found,
  logo: m.clinic_logo_not_found,
  'medical group': m.medical_group_not_found,
  member: m.member_not_found,
  message: m.outbox_message_not_found,
  note: m.note_not_found,
  notification: m.notification_not_found,
  'nurse call': m.nurse_call_not_found,
  passkey: m.passkey_not_found,
  patient: m.observation_patient_not_found,
  provider: m.member_provider_not_found,
  'push subscription': m.push_subscription_not_found,
  record: m.device_record_not_found,
  report: m.report_not_found,
  request: m.privacy_request_not_found,
  resident: m.resident_not_found,
  row: m.ehr_import_row_not_found,
  resource: m.observation_resource_not_found,
  'saved view': m.saved_view_not_found,
  session: m.account_session_not_found,
  'service account': m.service_account_not_found,
  subscription: m.sms_alert_subscription_not_found,
  user: m.user_not_found,
  webhook: m.webhook_not_found,
} as const

/** 404, also for what the caller may not see. @param title the specification gives members another one */
export const notFound = (noun: keyof typeof notFoundTexts, title: string = m.common_failed_title()) =>
  new PortalError(404, `${noun.replaceAll(' ', '_')}_not_found`, notFoundTexts[noun](), { title })

/** 409: the current state does not allow it. */
export const conflict = (code: string, message: string, field?: string) =>
  new PortalError(409, code, message, { field })

/** Refused input: lists all errors; the first one becomes the main message. */
export function refusedInput(errors: readonly [FieldError, ...FieldError[]], isMalformed = false) {
  const [{ field, message }] = errors
  const code = isMalformed ? 'malformed_input' : 'refused_input'
  return new PortalError(isMalformed ? 400 : 422, code, message, { field, errors })
}

/** 422: well formed, but breaks a rule. */
export const refused = (field: string, message: string) => new PortalError(422, `${field}_refused`, message, { field })

export const unauthenticated = () =>
  new PortalError(401, 'unauthenticated', m.platform_sign_in(), { title: m.platform_sign_in_title() })

export const forbidden = () => new PortalError(403, 'forbidden', m.platform_forbidden())

/** 403: the call is a sensitive act, and the caller's last proof of who they are is too long ago (DO-5). */
export const proofDue = () =>
  new PortalError(403, 'proof_due', m.platform_proof_due(), { title: m.platform_proof_due_title() })
