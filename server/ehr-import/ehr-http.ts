import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { m } from '@eupnea/texts'
import type { AddressRules } from './address-rules.ts'
import { EhrError } from './ehr-error.ts'

export interface EhrRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface EhrAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A page of 200 patients with all that FHIR can say of them is some MB. */
const mostBytes = 20 * 1024 * 1024
const patienceMs = 30_000

/** Connections to one EHR. Redirects are not followed: only the host that was asked may answer. */
export class EhrHttp {
  readonly #rules: AddressRules
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 4 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 4 }),
  }

  constructor(rules: AddressRules) {
    this.#rules = rules
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  /** @throws EhrError when there is no answer or it is not acceptable */
  request({ url: address, method = 'GET', headers = {}, body, signal }: EhrRequest): Promise<EhrAnswer> {
    const refusal = this.#rules.refusal(address)
    if (refusal) return Promise.reject(new EhrError(m.ehr_import_error_address({ reason: refusal })))
    const url = new URL(address)
    const protocol = url.protocol as 'http:' | 'https:'
    return new Promise((resolve, reject) => {
      const fail = (error: Error) =>
        reject(
          error instanceof EhrError || error.name === 'AbortError'
            ? error
            : new EhrError(m.ehr_import_error_unreachable({ code: codeOf(error) }), { mayPass: true }),
        )
      const request = (protocol === 'https:' ? https : http).request(
        url,
        {
          method,
          agent: this.#agents[protocol],
          lookup: this.#rules.lookup,
          headers: {
            accept: 'application/json',
            ...headers,
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          },
          signal,
        },
        (response) => {
          const chunks: Buffer[] = []
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > mostBytes) request.destroy(new EhrError(m.ehr_import_error_large()))
            else chunks.push(chunk)
          })
          response.on('error', fail)
          response.on('end', () => {
            clearTimeout(timer)
            const status = response.statusCode ?? 0
            if (status >= 300 && status < 400) return fail(new EhrError(m.ehr_import_error_redirect(), { status }))
            resolve({ status, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') })
          })
        },
      )
      // Limits the whole answer, so that a slow trickle fails too.
      const timer = setTimeout(
        () => request.destroy(new EhrError(m.ehr_import_error_silent(), { mayPass: true })),
        patienceMs,
      )
      request.on('error', (error) => {
        clearTimeout(timer)
        fail(error)
      })
      request.end(body)
    })
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)
