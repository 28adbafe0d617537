import type { IncomingHttpHeaders } from 'node:http'

/** An error on the EHR's side. The message is for people and contains neither names nor secrets. */
export class EhrError extends Error {
  /** a retry may succeed */
  readonly mayPass: boolean
  /** HTTP status, if there was an answer */
  readonly status: number | undefined
  /** headers of the answer; they may say when to retry */
  readonly headers: IncomingHttpHeaders

  constructor(message: string, more: { mayPass?: boolean; status?: number; headers?: IncomingHttpHeaders } = {}) {
    super(message)
    this.name = 'EhrError'
    this.mayPass = more.mayPass ?? false
    this.status = more.status
    this.headers = more.headers ?? {}
  }
}
