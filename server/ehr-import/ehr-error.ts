import type { IncomingHttpHeaders } from 'node:http'

/** The EHR did not do its part. The message is for people and holds neither names nor secrets. */
export class EhrError extends Error {
  /** it may go better in a moment */
  readonly mayPass: boolean
  /** HTTP status, if there was an answer */
  readonly status: number | undefined
  /** of the answer: they may say when to come again */
  readonly headers: IncomingHttpHeaders

  constructor(message: string, more: { mayPass?: boolean; status?: number; headers?: IncomingHttpHeaders } = {}) {
    super(message)
    this.name = 'EhrError'
    this.mayPass = more.mayPass ?? false
    this.status = more.status
    this.headers = more.headers ?? {}
  }
}
