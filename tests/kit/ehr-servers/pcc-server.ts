import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Answered, serve } from './serve.ts'

/** The part of PointClickCare's public interface that reading patients needs. */

export interface PccPatient {
  patientId: number
  medicalRecordNumber?: string
  firstName: string
  lastName: string
  birthDate?: string
  gender?: string
  roomDesc?: string
  bedDesc?: string
  floorDesc?: string
  unitDesc?: string
}

export const pccCredentials = { client_id: 'eupnea', secret: 'a-pcc-secret-nobody-may-see' }
export const pccOrg = { org_uuid: '11BA2C17-2E1B-4B9E-8E6C-3E5D6A1C0001', facility_id: '12' }

export interface PccServer {
  readonly url: string
  /** current patients; change it between two imports */
  patients: unknown[]
  /** pages of patients requested, in order, with page size and token */
  readonly asked: { page: number; pageSize: number; token: string }[]
  readonly tokensGiven: () => number
  /** may replace the answer to a page; may be async, to hold an answer back */
  meddle: ((page: number, nth: number) => Answered | undefined | Promise<Answered | undefined>) | null
  /** makes all tokens so far invalid */
  forgetTokens(): void
  close(): Promise<void>
}

export async function startPccServer(patients: unknown[] = []): Promise<PccServer> {
  const tokens = new Set<string>()
  let given = 0
  let nth = 0
  const state: Pick<PccServer, 'patients' | 'asked' | 'meddle'> = { patients, asked: [], meddle: null }
  const basic = `Basic ${Buffer.from(`${pccCredentials.client_id}:${pccCredentials.secret}`).toString('base64')}`

  function giveToken(request: IncomingMessage, body: string): Answered {
    if (request.headers.authorization !== basic || body !== 'grant_type=client_credentials')
      return { status: 401, body: { error: 'invalid_client' } }
    const access_token = randomUUID()
    tokens.add(access_token)
    given++
    return { status: 200, body: { access_token, expires_in: 3_600 } }
  }

  async function givePage(request: IncomingMessage, query: URLSearchParams): Promise<Answered> {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const page = Number(query.get('page'))
    const pageSize = Number(query.get('pageSize'))
    state.asked.push({ page, pageSize, token })
    const instead = await state.meddle?.(page, ++nth)
    if (instead) return instead
    if (!tokens.has(token)) return { status: 401, body: {} }
    if (query.get('patientStatus') !== 'Current' || query.get('facId') !== pccOrg.facility_id || pageSize > 200)
      return { status: 400, body: {} }
    const data = state.patients.slice((page - 1) * pageSize, page * pageSize)
    return { status: 200, body: { data, paging: { hasMore: page * pageSize < state.patients.length, page, pageSize } } }
  }

  const { url, close } = await serve((request, { pathname, searchParams }, body) => {
    if (request.method === 'POST' && pathname === '/auth/token') return giveToken(request, body)
    if (request.method === 'GET' && pathname === `/orgs/${pccOrg.org_uuid}/patients`)
      return givePage(request, searchParams)
    return { status: 404, body: {} }
  })
  return Object.assign(state, { url, close, tokensGiven: () => given, forgetTokens: () => tokens.clear() })
}

const firstNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Ken', 'Margaret', 'Tim']
const lastNames = ['Byron', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Thompson', 'Hamilton', 'Lee']

/** Residents of a made-up clinic, each with their own name and record number. */
export const pccPatients = (count: number): PccPatient[] =>
  Array.from({ length: count }, (_, index) => ({
    patientId: 70_000 + index,
    medicalRecordNumber: `MR${String(index).padStart(6, '0')}`,
    firstName: firstNames[index % 10]!,
    lastName: `${lastNames[Math.floor(index / 10) % 10]} ${letters(index)}`,
    birthDate: `${1920 + (index % 30)}-0${1 + (index % 9)}-1${index % 10}`,
    gender: index % 2 === 0 ? 'FEMALE' : 'MALE',
    roomDesc: String(101 + Math.floor(index / 2)),
    bedDesc: index % 2 === 0 ? 'A' : 'B',
    floorDesc: String(1 + (index % 3)),
  }))

const letters = (index: number): string =>
  String.fromCharCode(65 + (Math.floor(index / 676) % 26), 97 + (Math.floor(index / 26) % 26), 97 + (index % 26))
