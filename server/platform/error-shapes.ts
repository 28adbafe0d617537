import type { ErrorAnswer } from '@eupnea/contract/call.ts'
import {
  errorStandardOf,
  type OauthError,
  type OperationOutcome,
  oauthError as oauthShape,
  statusByStandard,
} from '@eupnea/contract/standard-errors.ts'

/** How an error reads to its caller: our own shape, or that of a standard whose paths we serve. */
interface ShapedError {
  readonly status: number
  /** null: plain JSON */
  readonly mediaType: string | null
  readonly body: ErrorAnswer | OperationOutcome | OauthError
}

const fhirMediaType = 'application/fhir+json; charset=utf-8'

/** FHIR's words for what went wrong (IssueType), by status. */
const issueTypes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  409: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

/** One issue per error. */
function operationOutcome(given: number, { code, message, errors, request_id }: ErrorAnswer): ShapedError {
  const status = statusByStandard(given)
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

/** OAuth's codes, of other errors the one that is closest, beside our own. */
function oauthError(given: number, answer: ErrorAnswer): ShapedError {
  const own = oauthShape.shape.error.safeParse(answer.code)
  const closest = given >= 500 || given === 429 ? 'temporarily_unavailable' : 'invalid_request'
  return {
    status: statusByStandard(given),
    mediaType: null,
    body: { error: own.success ? own.data : closest, error_description: answer.message, ...answer },
  }
}

const shapes = { fhir: operationOutcome, oauth: oauthError }

/** The error as the standard of its path has it (`docs/decisions/0040-fhir.md`). */
export function shapeError(url: string, status: number, answer: ErrorAnswer): ShapedError {
  const standard = url.startsWith('/api/') ? errorStandardOf(url.slice('/api'.length)) : null
  return standard ? shapes[standard](status, answer) : { status, mediaType: null, body: answer }
}
