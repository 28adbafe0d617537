import { randomBytes } from 'node:crypto'
import { listAuditEntries } from '@eupnea/contract/audit.ts'
import type { Call, CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { createClinic } from '@eupnea/contract/clinics.ts'
import * as calls from '@eupnea/contract/directory.ts'
import { createDuty, listDuties } from '@eupnea/contract/duties.ts'
import { readSession, signIn } from '@eupnea/contract/sessions.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isAction, openLive } from '../kit/live-client.ts'
import { type OidcProvider, startOidcProvider } from '../kit/oidc-provider.ts'
import { admin, type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts } from '../kit/start-program.ts'

/** The portal beside an identity provider that nobody here wrote, used from outside (SI-1). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
let provider: OidcProvider
let clinic_id: string
let base: string

beforeAll(async () => {
  folder = await temporaryFolder()
  // The provider must know the portal's address before the portal starts.
  const [port] = await freePorts(1)
  base = `http://localhost:${port}`
  provider = await startOidcProvider(base)
  portal = await spawnPortal({ dataDir: folder.path, env: { ...provider.env, PORT: String(port) } })
  clinic_id = (await portal.send(createClinic, { name: 'Maple House', tz: 'UTC', floors: ['1'] })).id
  await portal.send(calls.createDirectoryRule, {
    ...{ group_name: 'Nurses', user_type: 'clinic-web', clinic_ids: [clinic_id] },
  })
  await portal.send(calls.createDirectoryRule, { group_name: 'IT', user_type: 'sa' })
}, 60_000)
afterAll(async () => {
  await portal?.kill()
  await provider?.close()
  await folder?.remove()
})
beforeEach(() => provider.people.clear())

async function ask<C extends Call>(call: C, input: CallArguments<C>, token?: string) {
  const isRead = call.method === 'GET'
  const answer = await fetch(`${base}/api${call.path}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(!isRead && { body: JSON.stringify(input) }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as CallOutput<C> & { code: string },
  }
}

const newBrowser = () => randomBytes(32).toString('base64url')

/** As somebody does it: begin here, sign in there, come back. */
async function come(subject: string, browser = newBrowser()) {
  const { url } = (await ask(calls.beginDirectorySignIn, { browser })).body
  const visit = await provider.visit(url, subject)
  const finish = () => ask(calls.finishDirectorySignIn, { browser, answer: visit.answer })
  return { url, visit, finish, answer: await finish() }
}

const nurse = (name: string, groups: readonly string[] = ['Nurses']) => ({
  email: `${name}@maple.example`,
  email_verified: true,
  given_name: name,
  family_name: 'Byron',
  groups,
})

/** As Entra ID signs in people who are in more groups than it lists. */
const inManyGroups = (name: string) => ({
  ...nurse(name),
  groups: undefined,
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://directory.example/groups' } },
})

const tokenOf = (answer: { body: unknown }): string => (answer.body as { token: string }).token

describe('sign-in by the directory', () => {
  it('makes an account with what the groups give, by code, PKCE, state and nonce [SI-1]', async () => {
    provider.people.set('ada-1', nurse('ada'))
    const { url, answer, finish } = await come('ada-1')
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${base}/user/directory` },
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      status: 'signedIn',
      user: { email: 'ada@maple.example', name: 'ada Byron', role: 'Clinic', clinic_ids: [clinic_id] },
    })
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/i)
    // An answer works once.
    expect(await finish()).toMatchObject({ status: 403, body: { code: 'directory_attempt_unknown' } })
  })

  it('counts as a proof for sensitive acts only if the directory has just asked [SI-1] [DO-5]', async () => {
    provider.people.set('ivy', nurse('ivy', ['IT']))
    const { answer, visit } = await come('ivy')
    const act = (of: typeof answer) => ask(calls.createDirectoryClient, { name: 'Ivy’s' }, tokenOf(of))
    expect((await act(answer)).body.code).toBe('proof_due')
    const browser = newBrowser()
    const prove = async (change: (url: URL) => void) => {
      const { url } = (await ask(calls.beginDirectorySignIn, { browser, is_proof: true })).body
      const changed = new URL(url)
      change(changed)
      return ask(calls.finishDirectorySignIn, { browser, answer: await visit.again(changed.href) })
    }
    // Somebody else at the same browser takes out that they are to be asked.
    const refused = await prove(({ searchParams }) => {
      for (const name of ['prompt', 'max_age']) searchParams.delete(name)
    })
    expect(refused).toMatchObject({ status: 403, body: { code: 'directory_not_asked' } })
    expect((await act(answer)).body.code).toBe('proof_due')
    expect((await act(await prove(() => {}))).status).toBe(201)
  })

  it('is finished only by the browser that began it [SI-1]', async () => {
    provider.people.set('ada-2', nurse('ada2'))
    const { url } = (await ask(calls.beginDirectorySignIn, { browser: newBrowser() })).body
    const { answer } = await provider.visit(url, 'ada-2')
    expect(await ask(calls.finishDirectorySignIn, { browser: newBrowser(), answer })).toMatchObject({
      ...{ status: 403, body: { code: 'directory_attempt_unknown' } },
    })
  })

  it('lets nobody in without a group, and says so; who leaves all groups is put out [SI-1]', async () => {
    provider.people.set('bob', nurse('bob', ['Gardeners']))
    const refused = await come('bob')
    expect(refused.answer).toMatchObject({
      status: 403,
      body: { code: 'directory_no_group', title: m.directory_refused_title(), message: m.directory_no_group() },
    })
    provider.people.set('bob', nurse('bob'))
    const token = tokenOf((await come('bob')).answer)
    expect((await ask(readSession, {}, token)).status).toBe(200)
    provider.people.set('bob', nurse('bob', []))
    expect((await come('bob')).answer.body.code).toBe('directory_no_group')
    expect((await ask(readSession, {}, token)).status).toBe(401)
  })

  it('puts nobody out, nor lets them in, whose groups the provider leaves out [SI-1]', async () => {
    const leftOut = { status: 403, body: { code: 'directory_groups_left_out' } }
    provider.people.set('hal', inManyGroups('hal'))
    expect((await come('hal')).answer).toMatchObject(leftOut)
    provider.people.set('hal', nurse('hal'))
    const token = tokenOf((await come('hal')).answer)
    provider.people.set('hal', inManyGroups('hal'))
    expect((await come('hal')).answer).toMatchObject(leftOut)
    expect((await ask(readSession, {}, token)).status).toBe(200)
    const { items } = await portal.send(listAuditEntries, { act: 'directory.refuse', page_size: 1 })
    expect(items[0]).toMatchObject({ detail: { subject: 'hal', because: 'directory_groups_left_out' } })
  })

  it('makes a Superadmin by a rule alone, and takes it back by the rule [SI-1]', async () => {
    provider.people.set('eve', nurse('eve', ['IT']))
    expect((await come('eve')).answer.body).toMatchObject({ user: { role: 'Superadmin' } })
    provider.people.set('eve', nurse('eve', ['Nurses']))
    expect((await come('eve')).answer.body).toMatchObject({ user: { role: 'Clinic' } })
  })

  it('takes over no account by an address, unless it is allowed, and never a Superadmin’s [SI-1]', async () => {
    const password = 'tall-ships-at-noon'
    await portal.send(createUser, {
      ...{ user_type: 'clinic-web', clinic_ids: [clinic_id], first_name: 'Cy', last_name: 'Own', password },
      email: 'cy@maple.example',
    })
    provider.people.set('cy', nurse('cy'))
    provider.people.set('boss', { ...nurse('boss', ['IT']), email: admin.email })
    expect((await come('cy')).answer.body.code).toBe('directory_email_taken')
    await portal.send(calls.updateDirectory, { links_by_email: true })
    provider.people.set('cy', { ...nurse('cy'), email_verified: false })
    expect((await come('cy')).answer.body.code).toBe('directory_email_taken')
    provider.people.set('cy', nurse('cy'))
    expect((await come('cy')).answer.status).toBe(200)
    expect((await come('boss')).answer.body.code).toBe('directory_email_taken')

    // With local sign-in off, the password of a person of the directory is of no use; a local administrator's is.
    expect((await ask(signIn, { email: 'cy@maple.example', password })).status).toBe(200)
    await portal.send(calls.updateDirectory, { is_local_off: true, links_by_email: false })
    expect(await ask(signIn, { email: 'cy@maple.example', password })).toMatchObject({
      ...{ status: 403, body: { code: 'directory_only' } },
    })
    expect((await ask(signIn, admin)).status).toBe(200)
    const { items } = await portal.send(listAuditEntries, { act: 'directory.break-glass' })
    expect(items).toHaveLength(1)
    await portal.send(calls.updateDirectory, { is_local_off: false })
  })
})

describe('sign-out at the directory', () => {
  it('ends the session and its live connection [SI-1]', async () => {
    provider.people.set('dan', nurse('dan'))
    const { answer, visit } = await come('dan')
    expect(answer.body).toMatchObject({ status: 'signedIn' })
    const token = tokenOf(answer)
    const live = openLive(portal.http, { type: 'clinic', clinic_id, token })
    await live.next(isAction('snapshot'))
    await visit.signOut()
    expect(await live.closed).toBe(4401)
    expect((await ask(readSession, {}, token)).status).toBe(401)
  })

  it('obeys no token that is malformed or unsigned [SI-1]', async () => {
    for (const logout_token of ['x', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkYW4ifQ.', `${'e30.'.repeat(2)}e30`])
      expect((await ask(calls.endByDirectory, { logout_token })).status).toBe(400)
  })

  it('is offered to who came by it, and to nobody else [SI-1]', async () => {
    provider.people.set('flo', nurse('flo'))
    const token = tokenOf((await come('flo')).answer)
    const { url } = (await ask(calls.readDirectoryExit, {}, token)).body
    expect(url).toContain(`${provider.issuer}/session/end?`)
    expect(url).not.toContain('id_token')
    expect((await portal.send(calls.readDirectoryExit, {})).url).toBeNull()
  })
})

describe('a directory that sends people', () => {
  it('ends sessions, live connections and duties of whom it deactivates [SI-1]', async () => {
    const { token: scim } = await portal.send(calls.createDirectoryClient, { name: 'Entra ID' })
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await fetch(`${base}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${scim}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { id: string; active: boolean } }
    }
    // Sent first, they sign in later: the directory knows them by the same id.
    const made = await send('POST', '/Users', { userName: 'gia@maple.example', externalId: 'gia-7', active: true })
    expect(made.status).toBe(201)
    provider.people.set('gia-7', { ...nurse('gia'), email_verified: false })
    const { answer } = await come('gia-7')
    expect(answer.body).toMatchObject({ status: 'signedIn', user: { id: made.body.id } })
    const token = tokenOf(answer)
    const until = Temporal.Now.instant().add({ hours: 8 }).toString()
    await ask(createDuty, { clinic_id, until }, token)
    expect((await portal.send(listDuties, { clinic_id })).items).toHaveLength(1)
    const live = openLive(portal.http, { type: 'clinic', clinic_id, token })
    await live.next(isAction('snapshot'))
    const gone = await send('PATCH', `/Users/${made.body.id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    })
    expect(gone).toMatchObject({ status: 200, body: { active: false } })
    expect(await live.closed).toBe(4401)
    expect((await ask(readSession, {}, token)).status).toBe(401)
    expect((await portal.send(listDuties, { clinic_id })).items).toEqual([])
    expect((await come('gia-7')).answer.body.code).toBe('directory_inactive')
    // What SCIM says of groups is enough where the sign-in leaves them out.
    const add = { op: 'add', path: 'members', value: [{ value: made.body.id }] }
    const nurses = await send('POST', '/Groups', { displayName: 'Nurses' })
    await send('PATCH', `/Groups/${nurses.body.id}`, { Operations: [add] })
    await send('PATCH', `/Users/${made.body.id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })
    provider.people.set('gia-7', inManyGroups('gia'))
    expect((await come('gia-7')).answer.body).toMatchObject({ status: 'signedIn', user: { id: made.body.id } })
    const { items } = await portal.send(listAuditEntries, { act: 'user.disable', page_size: 1 })
    expect(items[0]).toMatchObject({ actor_type: 'job', actor_name: 'SCIM Entra ID' })
  })
})

describe('a directory that is away', () => {
  it('leaves the portal’s own sign-in, and the page says so [SI-1]', async () => {
    expect((await ask(calls.readDirectorySignIn, {})).body).toEqual({ name: 'Maple ID', is_reachable: true })
    await provider.close()
    await expect
      .poll(async () => (await ask(calls.readDirectorySignIn, {})).body.is_reachable, { timeout: 15_000 })
      .toBe(false)
    expect((await ask(calls.beginDirectorySignIn, { browser: newBrowser() })).status).toBe(503)
    expect((await ask(signIn, admin)).status).toBe(200)
  }, 20_000)
})
