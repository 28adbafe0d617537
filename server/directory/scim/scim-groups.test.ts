import * as calls from '@eupnea/contract/directory.ts'
import { createUser, setUserStatus } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  account,
  admin,
  clinic_id,
  clinicsOf,
  create,
  group,
  other_id,
  patch,
  portal,
  send,
  someone,
  useDirectory,
} from './scim.fixture.ts'

/** What a directory's groups give their members (SI-1). */

useDirectory()

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
    // The tests after this one have an administrator of their own: this one's sessions have ended.
    await second.call(setUserStatus, { user_id: admin.userId, status: 1 })
  })

  it('take over an account with the same address only if it is allowed, and never a Superadmin’s [SI-1]', async () => {
    const admin = await portal.asUser()
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
    const admin = await portal.asUser()
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
