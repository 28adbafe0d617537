import type { ErrorAnswer } from '@eupnea/contract/call.ts'

/** How an error reads to its caller: our own shape, or that of a standard whose paths we serve. */
interface ShapedError {
  readonly status: number
  /** null: plain JSON */
  readonly mediaType: string | null
  readonly body: unknown
}

const fhirMediaType = 'application/fhir+json; charset=utf-8'

/** FHIR's words for what went wrong (IssueType), by status. */
const issueTypes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

/** FHIR R4: an OperationOutcome with one issue per error; a search that can't be carried out is malformed to FHIR. */
function operationOutcome(given: number, { code, message, errors, request_id }: ErrorAnswer): ShapedError {
  const status = given === 422 ? 400 : given
  const found = errors ?? [{ code, message }]
  return {
    status,
    mediaType: fhirMediaType,
    body: {
      resourceType: 'OperationOutcome',
      id: request_id,
      issue: found.map((one) => ({
        severity: status >= 500 ? 'fatal' : 'error',
        code: one.code === 'unknown_field' ? 'not-supported' : (issueTypes[status] ?? 'exception'),
        details: { coding: [{ code: errors ? one.code : code }], text: one.message },
        ...('field' in one && one.field !== '' && { diagnostics: one.field }),
      })),
    },
  }
}

/** OAuth's codes; of other errors the one that is closest (RFC 6749, section 5.2). */
const oauthCodes = ['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type']

const oauthError = (given: number, { code, message }: ErrorAnswer): ShapedError => ({
  status: given === 422 ? 400 : given,
  mediaType: null,
  body: {
    error: oauthCodes.includes(code)
      ? code
      : given >= 500 || given === 429
        ? 'temporarily_unavailable'
        : 'invalid_request',
    error_description: message,
  },
})

/** The error as the standard of its path has it (`docs/decisions/0040-fhir.md`). */
export function shapeError(url: string, status: number, answer: ErrorAnswer): ShapedError {
  if (/^\/api\/fhir(?:[/?]|$)/.test(url)) return operationOutcome(status, answer)
  if (/^\/api\/oauth\//.test(url)) return oauthError(status, answer)
  return { status, mediaType: null, body: answer }
}
