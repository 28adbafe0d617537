import * as calls from '@eupnea/contract/directory.ts'
import { afterAll, beforeAll } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { userRoutes } from '../../users/index.ts'
import { directoryRoutes, serveScim } from '../index.ts'

/** A portal to which a directory sends its people and groups, and what rules say of these. */

export let portal: TestHttp
export let admin: SignedInClient
let token: string
export let clinic_id: string
export let other_id: string

export const url = () => 'http://127.0.0.1'

/** Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useDirectory(): void {
  beforeAll(async () => {
    portal = await startTestHttp(
      (sessions) => [...directoryRoutes(null, url), ...userRoutes(sessions)],
      (app, { database, log }) => serveScim(app, { database, log, baseUrl: url }),
    )
    admin = await portal.asUser()
    token = (await admin.call(calls.createDirectoryClient, { name: 'Okta' })).token
    ;[clinic_id, other_id] = [await portal.createClinic({ name: 'Maple' }), await portal.createClinic({ name: 'Oak' })]
    for (const [group_name, user_type, clinic_ids] of [
      ['Nurses', 'clinic-web', [clinic_id]],
      ['Oak nurses', 'clinic-web', [other_id]],
      ['IT', 'sa', []],
    ] as const)
      await admin.call(calls.createDirectoryRule, { group_name, user_type, clinic_ids: [...clinic_ids] })
  })
  afterAll(() => portal.close())
}

export interface Body {
  readonly id: string
  readonly [name: string]: unknown
}

export async function send(method: string, path: string, body?: unknown, by = token) {
  const answer = await fetch(`${portal.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body !== undefined && { 'content-type': 'application/scim+json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : {}) as Body }
}

export const patch = (path: string, ...Operations: object[]) =>
  send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

let count = 0
/** As Entra ID sends somebody new. */
export const someone = (more: object = {}) => {
  const userName = `person${++count}@maple.example`
  return {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: `ext-${count}`,
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'given family', familyName: 'family', givenName: 'given' },
    roles: [],
    ...more,
  }
}
export const create = async (more?: object) => (await send('POST', '/Users', someone(more))).body
export const group = async (displayName: string, members: readonly Body[] = []) =>
  (await send('POST', '/Groups', { displayName, members: members.map(({ id }) => ({ value: id })) })).body

export const account = async (id: string) =>
  portal.owner
    .selectFrom('users')
    .where('id', '=', id)
    .select(['status', 'email', 'first_name', 'last_name', 'groups', 'user_type', 'contact'])
    .executeTakeFirst()
export const clinicsOf = async (id: string) =>
  (await portal.owner.selectFrom('user_clinics').where('user_id', '=', id).select('clinic_id').execute()).map(
    (row) => row.clinic_id,
  )
