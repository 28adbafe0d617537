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

/** What may be stored and shown of a gateway's answer: PostgreSQL can't store a NUL. */
export const quoted = (answer: string): string => answer.slice(0, 500).replaceAll(/\p{Cc}+/gu, ' ')

/** A mail server or SMS gateway did not accept a message. */
export class GatewayError extends Error {
  readonly isFinal: boolean
  readonly isUnclear: boolean
  readonly isBusy: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, { isFinal = false, isUnclear = false, isBusy = false, retryAfterMs }: Refusal = {}) {
    // It may quote an answer, and without the text the failure wouldn't be stored either.
    super(quoted(message))
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
  // of a DNS server
  ETIMEOUT: m.outbox_host_unknown,
  EHOSTUNREACH: m.outbox_host_unreachable,
  ENETUNREACH: m.outbox_host_unreachable,
  ETIMEDOUT: m.outbox_host_unreachable,
  ECONNRESET: m.outbox_connection_closed,
  EPIPE: m.outbox_connection_closed,
}

/** What OpenSSL finds wrong with a certificate, and with a port that speaks no TLS. */
const failuresOfTls: readonly (readonly [RegExp, () => string])[] = [
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, m.outbox_certificate_expired],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, m.outbox_certificate_name],
  [/^(UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF|CERT_|INVALID_CA)/, m.outbox_certificate_untrusted],
  [/^(EPROTO|ERR_SSL_)/, m.outbox_tls_failed],
]
const failureOfTls = (code: string): string | undefined => failuresOfTls.find(([codes]) => codes.test(code))?.[1]()

/** Why a connection was not made or broke, for people; what they can't do anything about by its code. */
export const connectionFailure = ({
  code = '',
  message,
}: Pick<Error & { code?: string }, 'code' | 'message'>): string =>
  unreached[code]?.() ?? failureOfTls(code) ?? (code || message)

/** Whether nothing was sent because no connection was made. */
export const neverReached = (code: string | undefined): boolean =>
  code !== undefined && (neverConnected.includes(code) || failureOfTls(code) !== undefined)

const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH']
