interface Refusal {
  /** trying again would end the same way */
  readonly isFinal?: boolean
  /** it may have been taken all the same: no answer came */
  readonly isUnclear?: boolean
  /** the gateway takes nothing for now; ms, when it says how long */
  readonly isBusy?: boolean
  readonly retryAfterMs?: number | undefined
}

/** A mail or SMS was not taken by what should carry it. */
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

/** Nothing was sent, for there was no connection. */
export const neverReached = (code: string | undefined): boolean =>
  code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EDNS'].includes(code)
