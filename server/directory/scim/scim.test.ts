import { randomBytes } from 'node:crypto'
import * as calls from '@eupnea/contract/directory.ts'
import { describe, expect, it } from 'vitest'
import {
  account,
  admin,
  clinic_id,
  create,
  group,
  patch,
  portal,
  send,
  someone,
  url,
  useDirectory,
} from './scim.fixture.ts'

/**
 * The requests that Microsoft documents for Entra ID ("Develop and plan provisioning for a SCIM endpoint") and Okta for
 * its SCIM 2.0 client ("SCIM 2.0 protocol reference"), over HTTP (SI-1).
 */

useDirectory()

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
    const userName = String(made.userName)
    expect(await found(`userName ew "${userName.slice(1)}"`)).toEqual([200, 1])
    expect(await found(`userName ew "${userName.slice(0, -1)}"`)).toEqual([200, 0])
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
