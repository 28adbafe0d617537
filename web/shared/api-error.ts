import type { ErrorAnswer, FieldError } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'

/** What a proxy answers while it doesn't reach the portal. */
const isOfProxy = (status: number): boolean => status >= 502 && status <= 504

/** A refused or failed call. `status` 0: the portal was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  /** name of the refused field, if it was one */
  readonly field: string | undefined
  /** all refused fields */
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined

  constructor(status: number, answer: Partial<ErrorAnswer>) {
    super(answer.message || (isOfProxy(status) ? m.common_unreachable() : m.common_failed()))
    this.name = 'ApiError'
    this.status = status
    this.code = answer.code ?? (status === 0 || isOfProxy(status) ? 'unreachable' : 'unknown')
    this.title = answer.title || m.common_failed_title()
    this.field = answer.field
    this.errors = answer.errors ?? []
    this.requestId = answer.request_id
  }
}

/** Why a call was refused, by the server's code. */
export const isRefused = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code

export const notReached = (): ApiError => new ApiError(0, { message: m.common_unreachable() })

/** What to tell people about any error: the server's message, if there is one (ER-1). */
export function describeError(error: unknown): { title: string; message: string } {
  if (error instanceof ApiError) return { title: error.title, message: error.message }
  return { title: m.common_failed_title(), message: error instanceof Error ? error.message : m.common_failed() }
}
