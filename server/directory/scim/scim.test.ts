import { randomBytes } from 'node:crypto'
import * as calls from '@eupnea/contract/directory.ts'
import { createUser, setUserStatus } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { userRoutes } from '../../users/index.ts'
import { directoryRoutes, serveScim } from '../index.ts'

/**
 * The requests that Microsoft documents for Entra ID ("Develop and plan provisioning for a SCIM endpoint") and Okta for
 * its SCIM 2.0 client ("SCIM 2.0 protocol reference"), over HTTP (SI-1).
 */

let portal: TestHttp
let admin: SignedInClient
let token: string
let clinic_id: string
let other_id: string

const url = () => 'http://127.0.0.1'

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

interface Body {
  readonly id: string
  readonly [name: string]: unknown
}

async function send(method: string, path: string, body?: unknown, by = token) {
  const answer = await fetch(`${portal.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body !== undefined && { 'content-type': 'application/scim+json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : {}) as Body }
}

const patch = (path: string, ...Operations: object[]) =>
  send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

let count = 0
/** As Entra ID sends somebody new. */
const someone = (more: object = {}) => {
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
const create = async (more?: object) => (await send('POST', '/Users', someone(more))).body
const group = async (displayName: string, members: readonly Body[] = []) =>
  (await send('POST', '/Groups', { displayName, members: members.map(({ id }) => ({ value: id })) })).body

const account = async (id: string) =>
  portal.owner
    .selectFrom('users')
    .where('id', '=', id)
    .select(['status', 'email', 'first_name', 'last_name', 'groups', 'user_type', 'contact'])
    .executeTakeFirst()
const clinicsOf = async (id: string) =>
  (await portal.owner.selectFrom('user_clinics').where('user_id', '=', id).select('clinic_id').execute()).map(
    (row) => row.clinic_id,
  )

describe('a token', () => {
  it('is shown once, kept as a hash, and ends when it is revoked [SI-1]', async () => {
    const made = await admin.call(calls.createDirectoryClient, { name: 'Old' })
    expect((await send('GET', '/Users', undefined, made.token)).status).toBe(200)
    const row = await portal.owner.selectFrom('directory_clients').selectAll().where('id', '=', made.id).execute()
    expect(JSON.stringify(row)).not.toContain(made.token)
    const { items } = await admin.call(calls.listDirectoryClients, {})
    expect(items.find(({ id }) => id === made.id)?.last_used_at).not.toBeNull()
    await admin.call(calls.deleteDirectoryClient, { id: made.id })
    const refused = await send('GET', '/Users', undefined, made.token)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(refused.headers.get('content-type')).toContain('application/scim+json')
    expect(refused.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    // A person's session opens nothing.
    expect((await send('GET', '/Users', undefined, admin.token)).status).toBe(401)
  })
})

describe('discovery', () => {
  it.each([
    ['/ServiceProviderConfig', { patch: { supported: true }, filter: { supported: true, maxResults: 200 } }],
    ['/ResourceTypes', { totalResults: 2 }],
    ['/ResourceTypes/User', { endpoint: '/Users' }],
    ['/Schemas', { totalResults: 2 }],
    ['/Schemas/urn:ietf:params:scim:schemas:core:2.0:User', { name: 'User' }],
  ])('answers %s [SI-1]', async (path, expected) => {
    expect(await send('GET', path)).toMatchObject({ status: 200, body: expected })
  })
})

describe('people', () => {
  it('are created, read, found and paged as both directories do it [SI-1]', async () => {
    const given = someone()
    const made = await send('POST', '/Users', given)
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${url()}/scim/v2/Users/${made.body.id}`)
    expect(made.body).toMatchObject({ userName: given.userName, externalId: given.externalId, active: true })
    expect((await send('GET', `/Users/${made.body.id}`)).body).toEqual(made.body)
    for (const [filter, total] of [
      // Entra ID and Okta look for a person before they create them.
      [`userName eq "${given.userName}"`, 1],
      [`userName Eq "${given.userName.toUpperCase()}"`, 1],
      [`externalId eq "${given.externalId}"`, 1],
      [`id eq "${made.body.id}" and active eq true`, 1],
      [`emails[type eq "work" and value co "${given.userName}"]`, 1],
      ['userName eq "nobody@maple.example"', 0],
      [`userName eq "${given.userName}" and not (active eq true)`, 0],
    ] as const) {
      const { status, body } = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([filter, status, body.totalResults]).toEqual([filter, 200, total])
    }
    await create()
    // Okta asks by pages, from 1.
    const page = (await send('GET', '/Users?startIndex=2&count=1')).body
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 1, totalResults: expect.any(Number) })
    expect((await send('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] })
    expect(await send('POST', '/Users', given)).toMatchObject({
      ...{ status: 409, body: { status: '409', scimType: 'uniqueness' } },
    })
  })

  it.each<[string, object[], object]>([
    ['Entra ID deactivates', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['Entra ID deactivates, by its newer flag', [{ op: 'replace', path: 'active', value: false }], { active: false }],
    ['Okta deactivates', [{ op: 'replace', value: { active: false } }], { active: false }],
    [
      'Entra ID renames',
      [
        { op: 'Replace', path: 'name.givenName', value: 'Grace' },
        { op: 'Add', path: 'name.familyName', value: 'Hopper' },
      ],
      { name: { givenName: 'Grace', familyName: 'Hopper', formatted: 'Grace Hopper' } },
    ],
    [
      'Entra ID renames without paths',
      [{ op: 'Add', value: { 'name.givenName': 'Grace', displayName: 'GH', active: 'True' } }],
      { name: { givenName: 'Grace', familyName: 'family', formatted: 'Grace family' }, active: true },
    ],
    [
      'Entra ID changes an address',
      [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'Grace@maple.example' }],
      { emails: [{ value: 'grace@maple.example', type: 'work', primary: true }] },
    ],
    [
      'Entra ID adds a phone that was not there',
      [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 206-555-0100' }],
      { phoneNumbers: [{ value: '+12065550100', type: 'mobile' }] },
    ],
    [
      'Entra ID sends what the portal does not keep',
      [
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Ward 3',
        },
        { op: 'remove', path: 'title' },
      ],
      { active: true },
    ],
    ['Okta takes away what is absent', [{ op: 'remove', path: 'nickName' }], { active: true }],
  ])('%s [SI-1]', async (_what, operations, expected) => {
    const { id } = await create()
    expect(await patch(`/Users/${id}`, ...operations)).toMatchObject({ status: 200, body: { id, ...expected } })
    expect((await send('GET', `/Users/${id}`)).body).toMatchObject(expected)
  })

  it('are replaced as Okta does it [SI-1]', async () => {
    const made = await create()
    const next = someone({ userName: 'new.name@maple.example', emails: [], active: false })
    expect(await send('PUT', `/Users/${made.id}`, next)).toMatchObject({
      ...{ status: 200, body: { userName: 'new.name@maple.example', active: false } },
    })
    expect(await account(made.id)).toMatchObject({ email: 'new.name@maple.example', status: 0 })
  })

  it('keep what a replacement leaves out, so that it enables no disabled account [SI-1]', async () => {
    const nurses = await group('Left out')
    const rule = { group_name: 'Left out', user_type: 'clinic-web' as const, clinic_ids: [clinic_id] }
    await admin.call(calls.createDirectoryRule, rule)
    const { active: _, ...given } = someone()
    const made = await send('POST', '/Users', given)
    expect(made.body).toMatchObject({ active: true })
    const path = `/Users/${made.body.id}`
    await patch(`/Groups/${nurses.id}`, { op: 'add', path: 'members', value: [{ value: made.body.id }] })
    await patch(path, { op: 'replace', path: 'active', value: false })
    expect(await account(made.body.id)).toMatchObject({ status: 0 })
    expect((await send('PUT', path, given)).body).toMatchObject({ active: false })
    expect((await send('PUT', path, { ...given, active: null })).body).toMatchObject({ active: false })
    expect((await patch(path, { op: 'remove', path: 'active' })).body).toMatchObject({ active: false })
    expect(await account(made.body.id)).toMatchObject({ status: 0 })
    expect((await send('PUT', path, { ...given, active: true })).body).toMatchObject({ active: true })
    expect(await account(made.body.id)).toMatchObject({ status: 1 })
    await send('DELETE', `/Groups/${nurses.id}`)
  })

  it('keep the id and phone that a replacement leaves out, and lose them when it empties them [SI-1]', async () => {
    const phoneNumbers = [{ value: '+447700900123', type: 'mobile' }]
    const made = await create({ phoneNumbers })
    const path = `/Users/${made.id}`
    const { externalId, userName } = made
    const told = async () => {
      const { body } = await send('GET', path)
      return [body.externalId, body.phoneNumbers]
    }
    // Okta's replacement names neither, though its sign-in looks for the id.
    await send('PUT', path, { userName, active: true })
    expect(await told()).toEqual([externalId, phoneNumbers])
    await send('PUT', path, { userName, phoneNumbers: [{ value: 'extension 12' }] })
    expect(await told()).toEqual([externalId, phoneNumbers])
    await send('PUT', path, { userName, externalId: null, phoneNumbers: [] })
    expect(await told()).toEqual([undefined, undefined])
    await send('PUT', path, { userName, externalId, phoneNumbers })
    expect(await told()).toEqual([externalId, phoneNumbers])
    await patch(path, { op: 'remove', path: 'externalId' }, { op: 'remove', path: 'phoneNumbers[type eq "mobile"]' })
    expect(await told()).toEqual([undefined, undefined])

    // Sign-in codes go to it.
    await send('PUT', path, { userName, phoneNumbers })
    await portal.owner.updateTable('users').set({ is_otp_enabled: true }).where('id', '=', made.id).execute()
    expect((await send('PUT', path, { userName, phoneNumbers: [], active: false })).status).toBe(200)
    expect(await account(made.id)).toMatchObject({ status: 0, contact: phoneNumbers[0]!.value })

    const { id } = (await send('POST', '/Groups', { displayName: 'Kept', externalId: 'kept' })).body
    expect((await send('PUT', `/Groups/${id}`, { displayName: 'Kept' })).body.externalId).toBe('kept')
    expect((await patch(`/Groups/${id}`, { op: 'remove', path: 'externalId' })).body.externalId).toBeUndefined()
  })

  it('are found by when they changed, however the instant is written [SI-1]', async () => {
    const made = await create()
    const changed = Temporal.Instant.from((made.meta as { lastModified: string }).lastModified)
    const second = changed.round({ smallestUnit: 'second', roundingMode: 'floor' })
    const finds = async (filter: string) => {
      const both = `id eq "${made.id}" and meta.lastModified ${filter}`
      return (await send('GET', `/Users?filter=${encodeURIComponent(both)}`)).body.totalResults
    }
    expect(await finds(`ge "${second}"`)).toBe(1)
    expect(await finds(`lt "${second}"`)).toBe(0)
    const east = changed.toString({ timeZone: '+09:00' })
    expect(await finds(`eq "${east}"`)).toBe(1)
    expect(await finds(`gt "${east}"`)).toBe(0)
  })

  it('are shown in part, also where a schema stands before the name [SI-1]', async () => {
    const { id } = await create()
    const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
    const of = async (query: string) => Object.keys((await send('GET', `/Users/${id}?${query}`)).body).toSorted()
    const always = ['id', 'meta', 'schemas']
    expect(await of(`attributes=${schema}:userName,${schema}:name.givenName`)).toEqual(
      [...always, 'name', 'userName'].toSorted(),
    )
    expect(await of(`excludedAttributes=${schema}:emails`)).not.toContain('emails')
    expect(await of('attributes=urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:name')).toEqual(always)
  })

  it('are refused in one sentence where the body is no JSON object [SI-1]', async () => {
    const said = async (body: string) => (await send('POST', '/Users', body)).body
    expect(await said('{"userName": "a@b.example",}')).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    for (const body of ['{', '{"userName": "a@b.example",}', '{"__proto__": {}}'])
      expect([body, (await said(body)).detail]).toEqual([body, 'The body must be a JSON object'])
  })

  it('are listed from the first where the query names nothing [SI-1]', async () => {
    await create()
    expect(await send('GET', '/Users?startIndex=&count=&filter=')).toMatchObject({
      ...{ status: 200, body: { startIndex: 1 } },
    })
    expect((await send('GET', '/Users?startIndex=x')).body.detail).toBe('startIndex is a number')
    expect((await send('GET', '/Users?count=1.5')).body.detail).toBe('count is a number')
  })

  it.each<[string, string, string, unknown, number, string | undefined]>([
    ['no user name', 'POST', '/Users', { active: true }, 400, 'invalidValue'],
    ['no address', 'POST', '/Users', { userName: 'ada' }, 400, 'invalidValue'],
    ['active that is neither', 'POST', '/Users', { userName: 'a@b.example', active: 'yes' }, 400, 'invalidValue'],
    ['a name with NUL', 'POST', '/Users', someone({ userName: 'a\u0000b' }), 400, 'invalidValue'],
    [
      'an endless id',
      'POST',
      '/Users',
      someone({ externalId: randomBytes(9_000).toString('hex') }),
      400,
      'invalidValue',
    ],
    ['no entry among addresses', 'POST', '/Users', { userName: 'ada', emails: [null] }, 400, 'invalidValue'],
    ['no entry among members', 'POST', '/Groups', { displayName: 'X', members: [null] }, 400, 'invalidValue'],
    ['a member with NUL', 'POST', '/Groups', { displayName: 'X', members: [{ value: '\u0000' }] }, 400, 'invalidValue'],
    ['an id with NUL', 'GET', '/Users/%00', undefined, 400, 'invalidValue'],
    ['two filters', 'GET', '/Users?filter=active%20pr&filter=active%20pr', undefined, 400, 'invalidValue'],
    ['broken JSON', 'POST', '/Users', '{', 400, 'invalidSyntax'],
    ['a list as body', 'POST', '/Users', [], 400, 'invalidSyntax'],
    ['an unreadable filter', 'GET', '/Users?filter=userName%20zz', undefined, 400, 'invalidFilter'],
    ['an endless filter', 'GET', `/Users?filter=${'('.repeat(2_000)}`, undefined, 400, 'invalidFilter'],
    ['nobody', 'GET', '/Users/none', undefined, 404, undefined],
    ['no operations', 'PATCH', '/Users/none', {}, 404, undefined],
    ['no such place', 'GET', '/Bulk', undefined, 404, undefined],
    ['a member of nowhere', 'POST', '/Groups', { displayName: 'X', members: [{ value: 'x' }] }, 400, 'invalidValue'],
  ])('refuses %s in the words of SCIM [SI-1]', async (_what, method, path, body, status, scimType) => {
    const answer = await send(method, path, body)
    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
    expect(answer.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: `${status}` })
  })

  it('are read by names of attributes in any case, so that nobody stays active by that [SI-1]', async () => {
    const { userName, active: _, name: __, ...more } = someone()
    const made = await send('POST', '/Users', {
      ...more,
      USERNAME: userName,
      Active: 'False',
      Name: { GivenName: 'Zoe' },
    })
    expect(made).toMatchObject({ status: 201, body: { userName, active: false, name: { givenName: 'Zoe' } } })
    const path = `/Users/${made.body.id}`
    const edited = await patch(path, { op: 'Replace', path: 'NAME.FamilyName', value: 'Kay' })
    expect(edited.body.name).toMatchObject({ givenName: 'Zoe', familyName: 'Kay' })
    const again = await patch(path, { op: 'Replace', value: { name: { GIVENNAME: 'Ada' }, ACTIVE: true } })
    expect(again.body).toMatchObject({ active: true, name: { givenName: 'Ada', familyName: 'Kay' } })
    const nurses = await group('Any case')
    const joined = await patch(`/Groups/${nurses.id}`, { op: 'Add', path: 'Members', value: [{ Value: made.body.id }] })
    expect(joined.body.members).toMatchObject([{ value: made.body.id }])
  })

  it('are looked for by an address as Entra ID does it [SI-1]', async () => {
    const made = await create()
    const found = async (filter: string) => {
      const answer = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      return [answer.status, answer.body.totalResults]
    }
    expect(await found(`emails[type eq "work"].value eq "${made.userName}"`)).toEqual([200, 1])
    expect(await found(`emails[type eq "home"].value eq "${made.userName}"`)).toEqual([200, 0])
    expect(await found(`emails[type eq "work"].value sw "${made.userName}" and active eq true`)).toEqual([200, 1])
    expect(await found('emails[type eq "work"].value')).toEqual([400, undefined])
  })

  it('are taken with entries that are none [SI-1]', async () => {
    const made = await send('POST', '/Users', someone({ phoneNumbers: [null, 'x'], name: null }))
    expect(made.status).toBe(201)
    expect((await send('POST', '/Users', someone({ emails: [null] }))).status).toBe(201)
  })

  it('are forgotten also by clients that announce JSON for an empty body [SI-1]', async () => {
    const { id } = (await send('POST', '/Users', someone())).body
    expect((await send('DELETE', `/Users/${id}`, '')).status).toBe(204)
    expect((await send('PUT', `/Users/${id}`, '')).body).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
  })

  it('are forgotten, and can be sent again [SI-1]', async () => {
    const given = someone()
    const { id } = (await send('POST', '/Users', given)).body
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect(await account(id)).toBeUndefined()
    expect((await send('POST', '/Users', given)).status).toBe(201)
  })
})

describe('groups', () => {
  it('give their members what the rules say, and take it away, as members come and go [SI-1]', async () => {
    const [ada, bob] = [await create(), await create()]
    expect(await account(ada.id)).toMatchObject({ status: 0 })
    const { id } = await group('Nurses', [ada])
    expect(await account(ada.id)).toMatchObject({ status: 1, groups: ['clinic'] })
    expect(await clinicsOf(ada.id)).toEqual([clinic_id])
    const steps: [object, boolean, boolean][] = [
      // Entra ID
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: bob.id }] }, true, true],
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada.id }] }, false, true],
      // Okta
      [{ op: 'remove', path: `members[value eq "${bob.id}"]` }, false, false],
      [{ op: 'add', path: 'members', value: [{ value: ada.id, display: 'ada' }] }, true, false],
      [{ op: 'replace', path: 'members', value: [{ value: bob.id }] }, false, true],
      [{ op: 'replace', value: { id, displayName: 'Nobody’s' } }, false, false],
      [{ op: 'Replace', path: 'displayName', value: 'Nurses' }, false, true],
    ]
    for (const [operation, isAdaIn, isBobIn] of steps) {
      expect((await patch(`/Groups/${id}`, operation)).status).toBe(200)
      const now = [(await account(ada.id))?.status === 1, (await account(bob.id))?.status === 1]
      expect([operation, ...now]).toEqual([operation, isAdaIn, isBobIn])
    }
    expect((await send('GET', `/Groups/${id}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    const found = await send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "nurses"')}`)
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, members: [{ value: bob.id }] }] })
    const second = await group('Oak nurses', [bob])
    expect((await clinicsOf(bob.id)).toSorted()).toEqual([clinic_id, other_id].toSorted())
    expect((await send('POST', '/Groups', { displayName: 'Nurses' })).body.scimType).toBe('uniqueness')
    for (const one of [id, second.id]) expect((await send('DELETE', `/Groups/${one}`)).status).toBe(204)
    expect(await account(bob.id)).toMatchObject({ status: 0 })
  })

  it('leave who came and who went in the audit log, by id [DO-3] [SI-1]', async () => {
    const [ada, bob] = [await create(), await create()]
    const { id } = await group('Porters', [ada])
    await patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: bob.id }] })
    await send('DELETE', `/Groups/${id}`)
    const entries = await portal.owner
      .selectFrom('audit_entries')
      .where('act', 'like', 'directory.%-group')
      .where(sql<boolean>`detail ->> 'group_id' = ${id}`)
      .select(['act', 'detail'])
      .orderBy('id')
      .execute()
    const of = { group_id: id, group_name: 'Porters' }
    expect(entries).toEqual([
      { act: 'directory.create-group', detail: { ...of, added: [ada.id] } },
      { act: 'directory.update-group', detail: { ...of, added: [bob.id], removed: [ada.id] } },
      { act: 'directory.delete-group', detail: { ...of, removed: [bob.id] } },
    ])
  })

  it('make a Superadmin by a rule alone; a Superadmin of the portal’s own stays out of reach [SI-1]', async () => {
    const [eve, own] = [await create(), await create()]
    const it = await group('IT', [eve])
    expect(await account(eve.id)).toMatchObject({ status: 1, user_type: 'sa' })
    await send('DELETE', `/Groups/${it.id}`)
    expect(await account(eve.id)).toMatchObject({ status: 0 })

    // Somebody here makes a person of the directory a Superadmin: the directory can't undo it, nor switch them off.
    const nurses = await group('Nurses', [own])
    await portal.owner
      .updateTable('users')
      .set({ user_type: 'sa', groups: ['sa'] })
      .where('id', '=', own.id)
      .execute()
    for (const answer of [
      await patch(`/Users/${own.id}`, { op: 'replace', value: { active: false } }),
      await send('DELETE', `/Users/${own.id}`),
      await send('PUT', `/Users/${own.id}`, someone()),
    ])
      expect(answer.status).toBe(403)
    expect((await send('DELETE', `/Groups/${nurses.id}`)).status).toBe(204)
    expect(await account(own.id)).toMatchObject({ status: 1, user_type: 'sa' })
    // An account of the directory opens nothing without it, so the portal's own last one stays.
    const others = await portal.owner.selectFrom('users').where('user_type', '=', 'sa').select('id').execute()
    expect(others.length).toBeGreaterThan(1)
    const second = await portal.asUser()
    await second.call(setUserStatus, { user_id: admin.userId, status: 0 })
    const eveToo = portal.withToken(second.token)
    expect((await eveToo.refused(setUserStatus, { user_id: second.userId, status: 0 })).status).toBe(409)
    await second.call(setUserStatus, { user_id: admin.userId, status: 1 })
  })

  it('take over an account with the same address only if it is allowed, and never a Superadmin’s [SI-1]', async () => {
    admin = await portal.asUser()
    const userName = 'old@maple.example'
    const old = await admin.call(createUser, {
      ...{
        user_type: 'vc-admin',
        first_name: 'Old',
        last_name: 'Hand',
        email: userName,
        password: 'tall-ships-at-noon',
      },
    })
    expect((await send('POST', '/Users', someone({ userName, emails: [] }))).status).toBe(409)
    await admin.call(calls.updateDirectory, { links_by_email: true })
    expect((await send('POST', '/Users', someone({ userName: admin.email, emails: [] }))).status).toBe(409)
    const linked = await send('POST', '/Users', someone({ userName, emails: [] }))
    expect(linked).toMatchObject({ status: 201, body: { id: old.id } })
    // Governed from now on, and in no group.
    expect(await account(old.id)).toMatchObject({ status: 0 })
    // It was here before the directory, so it is disabled and not deleted.
    expect((await send('DELETE', `/Users/${old.id}`)).status).toBe(204)
    expect(await account(old.id)).toMatchObject({ status: 0, first_name: 'Old' })
  })
})

describe('the dry run', () => {
  it('says what groups give and why, and whom a rule would change, and changes nothing [SI-1]', async () => {
    const ada = await create()
    const { id } = await group('Night shift', [ada])
    const rule = { group_name: 'Night shift', user_type: 'clinic-app' as const, clinic_ids: [other_id] }
    const made = await admin.call(calls.createDirectoryRule, rule)
    const preview = await admin.call(calls.previewDirectory, { email: String(ada.userName) })
    expect(preview.person).toEqual({
      groups: ['Night shift'],
      rights: { user_type: 'clinic-app', is_admin_feature: false, clinic_list: [{ id: other_id, name: 'Oak' }] },
      refusal: null,
      because: [{ rule_id: made.id, group_name: 'Night shift', user_type: 'clinic-app' }],
    })
    expect(preview.changes.filter(({ user_id }) => user_id === ada.id)).toMatchObject([
      { before: null, after: { user_type: 'clinic-app' } },
    ])
    expect(await account(ada.id)).toMatchObject({ status: 0 })
    const groups = ['Night shift', 'Nurses', 'Unknown']
    expect((await admin.call(calls.previewDirectory, { groups })).person).toMatchObject({
      rights: { user_type: 'clinic-web', clinic_list: [{ name: 'Maple' }, { name: 'Oak' }] },
    })
    expect((await admin.call(calls.previewDirectory, { groups: ['Unknown'] })).person?.refusal).toBe('no_group')

    await admin.call(calls.applyDirectory, {})
    expect(await account(ada.id)).toMatchObject({ status: 1, user_type: 'clinic-app' })
    expect((await admin.call(calls.previewDirectory, {})).total).toBe(0)
    // A person here disables the account: the directory doesn't enable it.
    await admin.call(setUserStatus, { user_id: ada.id, status: 0 })
    await patch(`/Users/${ada.id}`, { op: 'replace', value: { active: true } })
    expect(await account(ada.id)).toMatchObject({ status: 0 })
    // Nor if the directory had disabled it once, and a person here enabled it.
    await admin.call(setUserStatus, { user_id: ada.id, status: 1 })
    await patch(`/Users/${ada.id}`, { op: 'replace', value: { active: false } })
    for (const status of [1, 0] as const) await admin.call(setUserStatus, { user_id: ada.id, status })
    await patch(`/Users/${ada.id}`, { op: 'replace', value: { active: true } })
    expect(await account(ada.id)).toMatchObject({ status: 0 })
    await send('DELETE', `/Groups/${id}`)
  })
})
