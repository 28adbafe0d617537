/** Returned by a verb whose status and headers a standard fixes. */
export class StatedAnswer {
  readonly status: number
  /** `content-type` replaces the call's own */
  readonly headers: Readonly<Record<string, string>>
  /** undefined: an empty body */
  readonly body: unknown

  constructor(answer: { status: number; headers?: Readonly<Record<string, string>>; body?: unknown }) {
    this.status = answer.status
    this.headers = answer.headers ?? {}
    this.body = answer.body
  }
}
