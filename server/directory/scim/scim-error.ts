import { databaseDown } from '../../platform/answer-error.ts'
import { PortalError } from '../../platform/errors.ts'

/** RFC 7644, table 9; those that are used here. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** Refuses a SCIM request. Its words are for whoever set the directory up, and are not shown to people here. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, scimType?: ScimType, retryAfter?: number) {
    super(message)
    this.status = status
    this.scimType = scimType
    this.retryAfter = retryAfter
  }
}

const typesOfStatus: Partial<Record<number, ScimType>> = { 400: 'invalidValue', 409: 'uniqueness', 422: 'invalidValue' }

/** What the database says of a text with NUL, as such and in JSON, and of one that is too long for its index. */
const unstorable = ['22021', '22P05', '54000']

/** The body isn't one. */
export const notAnObject = () => new ScimError(400, 'The body must be a JSON object', 'invalidSyntax')

/** A refusal of the portal's verbs, or of Fastify, as SCIM's; null: nobody's fault but ours. */
export function scimErrorOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error
  const own = error instanceof PortalError ? error : databaseDown(error as Error)
  if (own)
    return new ScimError(own.status === 422 ? 400 : own.status, own.message, typesOfStatus[own.status], own.retryAfter)
  const { code = '', statusCode, message } = error as { code?: string; statusCode?: number; message: string }
  if (unstorable.includes(code))
    return new ScimError(400, 'A value is too long, or has characters that can’t be kept', 'invalidValue')
  if (error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY') return notAnObject()
  if (statusCode === 400) return new ScimError(400, message, 'invalidSyntax')
  return statusCode && statusCode < 500 ? new ScimError(statusCode, message) : null
}
