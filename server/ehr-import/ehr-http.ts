import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { m } from '@eupnea/texts'
import { AddressRefused, type Outgoing, type Refusal } from '../platform/outgoing.ts'
import { EhrError } from './ehr-error.ts'

/** Why an address may not be an EHR's, for people. */
export const ehrRefusals: Readonly<Record<Refusal, () => string>> = {
  wrong: m.ehr_import_url_wrong,
  insecure: m.ehr_import_url_insecure,
  private: m.ehr_import_url_private,
}

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
  readonly #outgoing: Outgoing
  readonly #mayBePrivate: boolean
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 4 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 4 }),
  }

  /** @param mayBePrivate a Superadmin connected it */
  constructor(outgoing: Outgoing, mayBePrivate: boolean) {
    this.#outgoing = outgoing
    this.#mayBePrivate = mayBePrivate
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  /** @throws EhrError when there is no answer or it is not acceptable */
  request({ url: address, method = 'GET', headers = {}, body, signal }: EhrRequest): Promise<EhrAnswer> {
    const called = { url: address, mayBePrivate: this.#mayBePrivate }
    const refusal = this.#outgoing.refusal(called)
    if (refusal) return Promise.reject(new EhrError(m.ehr_import_error_address({ reason: ehrRefusals[refusal]() })))
    const url = new URL(address)
    const protocol = url.protocol as 'http:' | 'https:'
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        if (error instanceof EhrError || error.name === 'AbortError') return reject(error)
        if (error instanceof AddressRefused) return reject(new EhrError(m.ehr_import_host_private()))
        reject(new EhrError(m.ehr_import_error_unreachable({ code: codeOf(error) }), { mayPass: true }))
      }
      const request = (protocol === 'https:' ? https : http).request(
        url,
        {
          method,
          agent: this.#agents[protocol],
          lookup: this.#outgoing.lookup(called),
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
      // It wants another protocol; without this the request would never end.
      request.on('upgrade', ({ statusCode = 0, headers }, socket) => {
        clearTimeout(timer)
        socket.destroy()
        resolve({ status: statusCode, headers, text: '' })
      })
      request.on('error', (error) => {
        clearTimeout(timer)
        fail(error)
      })
      request.end(body)
    })
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name)
