import { m } from '@eupnea/texts'

interface Refusal {
  /** retrying would fail the same way */
  readonly isFinal?: boolean
  /** no answer came, so it may have been accepted */
  readonly isUnclear?: boolean
  /** the gateway accepts nothing for now; ms, if it says how long */
  readonly isBusy?: boolean
  readonly retryAfterMs?: number | undefined
}

/** A mail server or SMS gateway did not accept a message. */
export class GatewayError extends Error {
  readonly isFinal: boolean
  readonly isUnclear: boolean
  readonly isBusy: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, { isFinal = false, isUnclear = false, isBusy = false, retryAfterMs }: Refusal = {}) {
    super(message.slice(0, 500))
    this.name = 'GatewayError'
    this.isFinal = isFinal
    this.isUnclear = isUnclear
    this.isBusy = isBusy
    this.retryAfterMs = retryAfterMs
  }
}

const unreached: Readonly<Record<string, () => string>> = {
  ECONNREFUSED: m.outbox_connection_refused,
  ENOTFOUND: m.outbox_host_unknown,
  EAI_AGAIN: m.outbox_host_unknown,
  EHOSTUNREACH: m.outbox_host_unreachable,
  ENETUNREACH: m.outbox_host_unreachable,
  ETIMEDOUT: m.outbox_host_unreachable,
  ECONNRESET: m.outbox_connection_closed,
  EPIPE: m.outbox_connection_closed,
}

/** Why a connection was not made or broke, for people; what they can't do anything about by its code. */
export const connectionFailure = ({ code = '', message }: Error & { readonly code?: string }): string =>
  unreached[code]?.() ?? (code || message)

/** Whether nothing was sent because no connection was made. */
export const neverReached = (code: string | undefined): boolean =>
  code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EDNS'].includes(code)
