import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { type Answered, serve } from './serve.ts'

/** The part of a FHIR R4 server with SMART backend services that reading patients needs. It checks signatures. */

export type FhirResource = Record<string, unknown> & { readonly resourceType: string; readonly id: string }

export const fhirClientId = 'eupnea-backend'

export interface FhirServer {
  readonly url: string
  resources: FhirResource[]
  /** where the client's public key is, as registered with the server */
  jwksUrl: string
  /** resource types that the server supports */
  types: readonly string[]
  pageSize: number
  /** searches requested, in order */
  readonly asked: string[]
  /** reasons for refused sign-ins */
  readonly refusals: string[]
  /** as its smart-configuration has them */
  scopes: readonly string[]
  capabilities: readonly string[]
  /** scopes asked for, in order */
  readonly scopesAsked: string[]
  meddle: ((url: URL) => Answered | undefined) | null
  forgetTokens(): void
  close(): Promise<void>
}

export async function startFhirServer(resources: FhirResource[] = []): Promise<FhirServer> {
  const tokens = new Set<string>()
  const usedIds = new Set<string>()
  const state: Omit<FhirServer, 'url' | 'close' | 'forgetTokens'> = {
    resources,
    jwksUrl: '',
    types: ['Patient', 'Location', 'Encounter'],
    pageSize: 3,
    asked: [],
    refusals: [],
    scopes: ['system/*.rs'],
    capabilities: ['client-confidential-asymmetric'],
    scopesAsked: [],
    meddle: null,
  }

  async function giveToken(body: string): Promise<Answered> {
    const form = new URLSearchParams(body)
    try {
      if (form.get('grant_type') !== 'client_credentials') throw new Error('grant_type')
      if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
        throw new Error('client_assertion_type')
      const scopes = (form.get('scope') ?? '').split(' ')
      state.scopesAsked.push(scopes.join(' '))
      if (!scopes.every((scope) => isGranted(scope, state.scopes))) throw new Error('scope')
      const keys = createRemoteJWKSet(new URL(state.jwksUrl))
      const { payload } = await jwtVerify(form.get('client_assertion') ?? '', keys, {
        algorithms: ['ES384', 'RS384'],
        issuer: fhirClientId,
        subject: fhirClientId,
        audience: `${url}/token`,
        maxTokenAge: '5m',
        requiredClaims: ['exp', 'jti'],
      })
      if (Number(payload.exp) - Date.now() / 1_000 > 300) throw new Error('exp is too far away')
      if (usedIds.has(payload.jti!)) throw new Error('jti was used before')
      usedIds.add(payload.jti!)
    } catch (error) {
      state.refusals.push((error as Error).message)
      return { status: 400, body: { error: 'invalid_client' } }
    }
    const access_token = randomUUID()
    tokens.add(access_token)
    return { status: 200, body: { access_token, token_type: 'bearer', expires_in: 300, scope: form.get('scope') } }
  }

  function search(request: IncomingMessage, asked: URL): Answered {
    state.asked.push(`${asked.pathname}${asked.search}`)
    const instead = state.meddle?.(asked)
    if (instead) return instead
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) return { status: 401, body: {} }
    const type = asked.pathname.slice('/r4/'.length)
    if (!state.types.includes(type)) return { status: 404, body: { resourceType: 'OperationOutcome' } }
    const organization = asked.searchParams.get('organization')
    const statuses = asked.searchParams.get('status')?.split(',')
    const found = state.resources.filter(
      (one) =>
        one.resourceType === type &&
        (!statuses || statuses.includes(String(one.status))) &&
        (!organization ||
          (one.managingOrganization as { reference?: string } | undefined)?.reference ===
            `Organization/${organization}`),
    )
    const from = Number(asked.searchParams.get('_offset') ?? 0)
    const page = found.slice(from, from + state.pageSize)
    const next = new URL(`${url}${asked.pathname}${asked.search}`)
    next.searchParams.set('_offset', String(from + state.pageSize))
    const link = [{ relation: 'self', url: `${url}${asked.pathname}${asked.search}` }]
    if (from + state.pageSize < found.length) link.push({ relation: 'next', url: next.href })
    return {
      status: 200,
      headers: { 'content-type': 'application/fhir+json' },
      body: {
        resourceType: 'Bundle',
        type: 'searchset',
        total: found.length,
        link,
        entry: page.map((resource) => ({ fullUrl: `${url}/r4/${type}/${resource.id}`, resource })),
      },
    }
  }

  const { url, close } = await serve((request, asked, body) => {
    if (asked.pathname === '/r4/.well-known/smart-configuration')
      return {
        status: 200,
        body: {
          token_endpoint: `${url}/token`,
          token_endpoint_auth_methods_supported: ['private_key_jwt'],
          token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
          scopes_supported: state.scopes,
          capabilities: state.capabilities,
        },
      }
    if (request.method === 'POST' && asked.pathname === '/token') return giveToken(body)
    if (request.method === 'GET' && asked.pathname.startsWith('/r4/')) return search(request, asked)
    return { status: 404, body: {} }
  })
  return Object.assign(state, { url, close, forgetTokens: () => tokens.clear() })
}

/** Whether a scope is one of those announced, or part of one that is for all types. */
const isGranted = (scope: string, announced: readonly string[]): boolean =>
  announced.includes(scope) || announced.includes(scope.replace(/^system\/\w+\./, 'system/*.'))

const codeOf = (code: string) => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/location-physical-type', code }],
})

/** A person in a bed, room and level, with the encounter that links them. */
export function fhirPerson(id: string, more: Partial<Record<string, unknown>> = {}, room = '101'): FhirResource[] {
  return [
    {
      resourceType: 'Patient',
      id,
      active: true,
      identifier: [{ type: { coding: [{ code: 'MR' }] }, value: `MR-${id}` }],
      name: [
        { use: 'maiden', family: 'Before', given: ['Was'] },
        { use: 'official', family: 'Byron', given: [`Ada ${id}`, 'Augusta'] },
      ],
      gender: 'female',
      birthDate: '1932-12-10',
      ...more,
    },
    {
      resourceType: 'Location',
      id: `bed-${id}`,
      name: 'A',
      physicalType: codeOf('bd'),
      partOf: { reference: `Location/room-${id}` },
    },
    {
      resourceType: 'Location',
      id: `room-${id}`,
      name: room,
      physicalType: codeOf('ro'),
      partOf: { reference: `Location/level-${id}` },
    },
    { resourceType: 'Location', id: `level-${id}`, name: '2', physicalType: codeOf('lvl') },
    {
      resourceType: 'Encounter',
      id: `stay-${id}`,
      status: 'in-progress',
      subject: { reference: `Patient/${id}` },
      period: { start: '2026-03-01T10:00:00Z' },
      location: [{ status: 'active', location: { reference: `Location/bed-${id}` } }],
    },
  ]
}
