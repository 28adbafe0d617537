/** A mail or SMS was not taken by what should carry it. */
export class GatewayError extends Error {
  /** trying again would end the same way */
  readonly isFinal: boolean
  /** when the gateway asks for patience, ms */
  readonly retryAfterMs: number | undefined

  constructor(message: string, isFinal: boolean, retryAfterMs?: number) {
    super(message.slice(0, 500))
    this.name = 'GatewayError'
    this.isFinal = isFinal
    this.retryAfterMs = retryAfterMs
  }
}
