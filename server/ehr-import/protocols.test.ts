import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as calls from '@eupnea/contract/ehr-import.ts'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type FhirResource,
  type FhirServer,
  fhirClientId,
  fhirPerson,
  type PccServer,
  pccCredentials,
  pccOrg,
  pccPatients,
  startFhirServer,
  startPccServer,
} from '../../tests/kit/ehr-servers/index.ts'
import { type ImportPortal, startImportPortal } from './import.fixture.ts'

/** Both protocols, with well-behaved and misbehaving servers (EH-2). */

let portal: ImportPortal
beforeAll(async () => {
  portal = await startImportPortal()
})
afterAll(() => portal.close())

const failed = async (clinic_id: string) => (await portal.until(await portal.start(clinic_id), 'failed')).message

describe('PointClickCare', () => {
  let ehr: PccServer
  beforeEach(async () => {
    ehr = await startPccServer(pccPatients(120))
  })
  afterEach(() => ehr.close())

  it('is read page by page from 1, 50 patients each, with one token [EH-2]', async () => {
    const run = await portal.preview(await portal.connectPcc(ehr))
    expect(run).toMatchObject({ rows_read: 120, pages: 3, counts: { create: 120 } })
    expect(ehr.asked.map(({ page, pageSize }) => [page, pageSize])).toEqual([1, 2, 3].map((page) => [page, 50]))
    expect(ehr.tokensGiven()).toBe(1)
  })

  it('is signed in to again when the token is no longer taken [EH-2]', async () => {
    ehr.meddle = (page, nth) => {
      if (page === 2 && nth === 2) ehr.forgetTokens()
      return undefined
    }
    expect(await portal.preview(await portal.connectPcc(ehr))).toMatchObject({ rows_read: 120 })
    expect(ehr.tokensGiven()).toBe(2)
    expect(ehr.asked.map(({ page }) => page)).toEqual([1, 2, 2, 3])
  })

  it('is read no further when it lists more than any house has, however few pages they are on [EH-2]', async () => {
    const data = Array.from({ length: 200_001 }, () => ({}))
    ehr.meddle = () => ({ status: 200, body: { data, paging: { hasMore: true } } })
    expect(await failed(await portal.connectPcc(ehr))).toBe(
      'The EHR lists more than the portal can read for one facility',
    )
  })

  it('is left alone when it says 429, and then goes on at the same page [EH-2]', async () => {
    const clinic_id = await portal.connectPcc(ehr)
    const headers = { 'x-quota-remaining': '0', 'x-quota-time-to-reset': '1200' }
    ehr.meddle = (page, nth) => (page === 2 && nth === 2 ? { status: 429, body: {}, headers } : undefined)
    const run_id = await portal.start(clinic_id)
    await expect
      .poll(async () => (await portal.admin.call(calls.readEhrImport, { run_id })).waits_until, { interval: 20 })
      .not.toBe(null)
    expect(await portal.until(run_id, 'preview')).toMatchObject({ rows_read: 120, waits_until: null })
    expect(ehr.asked.map(({ page }) => page)).toEqual([1, 2, 2, 3])
  })

  it('is tried again after 500, cut connections and pages that are no JSON, but not without end [EH-2]', async () => {
    ehr.meddle = (_page, nth) => {
      if (nth === 1) return { status: 500, body: 'oops' }
      if (nth === 2) throw new Error('cut')
      if (nth === 3) return { status: 200, body: '{"data": [' }
      return undefined
    }
    const clinic_id = await portal.connectPcc(ehr)
    const run = await portal.preview(clinic_id)
    expect(run).toMatchObject({ rows_read: 120, pages: 3 })
    await portal.admin.call(calls.cancelEhrImport, { run_id: run.run_id })
    ehr.meddle = () => ({ status: 503, body: '' })
    const asked = ehr.asked.length
    expect(await failed(clinic_id)).toBe('The EHR responded with 503')
    expect(ehr.asked.length - asked).toBe(5)
    expect(await portal.residents(clinic_id)).toEqual([])
  })

  it.each([
    ['no data', { status: 200, body: {} }, 'A page from the EHR isn’t valid'],
    ['a list', { status: 200, body: [] }, 'The EHR’s response isn’t valid'],
    ['more, but nothing', { status: 200, body: { data: [], paging: { hasMore: true } } }, /sent nothing/],
    ['another page', { status: 200, body: { data: [], paging: { hasMore: false, page: 7 } } }, /different page/],
    [
      'the same page over and over',
      { status: 200, body: { data: pccPatients(2), paging: { hasMore: true } } },
      /same page twice/,
    ],
    ['forbidden', { status: 403, body: {} }, /refused access/],
    ['elsewhere', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/x' } }, /doesn’t follow redirects/],
    ['a day and more', { status: 429, body: '', headers: { 'retry-after': '90000' } }, /more than a day/],
    ['no end', { status: 200, body: `{"x":"${'y'.repeat(21 * 1024 * 1024)}"}` }, /larger than 20 MB/],
  ] as const)('ends the import when it sends %s [EH-2]', async (_name, answer, message) => {
    ehr.meddle = () => answer
    const clinic_id = await portal.connectPcc(ehr)
    expect(await failed(clinic_id)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })

  it('says so when the secret is wrong, and can be mended [EH-2]', async () => {
    const clinic_id = await portal.connectPcc(ehr)
    const wrong = { clinic_id, source: 'pcc' as const, base_url: ehr.url, ...pccOrg, ...pccCredentials }
    await portal.admin.call(calls.saveEhrConnection, { ...wrong, secret: 'wrong' })
    expect(await failed(clinic_id)).toBe('The EHR refused the sign-in (401)')
    await portal.admin.call(calls.saveEhrConnection, wrong)
    expect(await portal.preview(clinic_id)).toMatchObject({ rows_read: 120 })
  })
})

describe('FHIR R4', () => {
  let ehr: FhirServer
  beforeEach(async () => {
    ehr = await startFhirServer()
  })
  afterEach(() => ehr.close())

  it.each(['ES384', 'RS384'] as const)(
    'is signed in to with %s; its server checks the signature by our key [EH-2]',
    async (algorithm) => {
      ehr.resources = ['a', 'b', 'c', 'd'].flatMap((id) => fhirPerson(id))
      const { clinic_id, jwks } = await portal.connectFhir(ehr.url, { algorithm })
      ehr.jwksUrl = jwks
      const run = await portal.preview(clinic_id)
      expect(run).toMatchObject({ rows_read: 4, pages: 2, rows_announced: 4, counts: { create: 4 } })
      await portal.confirm(run)
      expect((await portal.residents(clinic_id))[0]).toMatchObject({
        ...{ first_name: 'Ada a', last_name: 'Byron', dob: '1932-12-10', gender: 'female', mrNo: 'MR-a' },
        ...{ room: '101-A', floor: '2', dateOfAdmission: '2026-03-01', status: 1 },
      })
      const { keys } = (await (await fetch(jwks)).json()) as { keys: Record<string, unknown>[] }
      expect(keys).toHaveLength(1)
      // No part of the private key.
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(keys[0]).not.toHaveProperty(secret)
    },
  )

  it('does not take a signature by another key [EH-2]', async () => {
    const { clinic_id } = await portal.connectFhir(ehr.url)
    const other = await portal.connectFhir(ehr.url)
    // Another connection's key has another kid; with the same kid its signature doesn't match.
    ehr.jwksUrl = other.jwks
    expect(await failed(clinic_id)).toBe('The EHR refused the sign-in (400)')
    const { connection } = await portal.admin.call(calls.readEhrConnection, { clinic_id })
    const { publicKey } = await generateKeyPair('ES384')
    const key = { ...(await exportJWK(publicKey)), alg: 'ES384', kid: connection!.jwks_path!.split('/').at(-1) }
    const impostor = await startPccServer()
    impostor.meddle = () => ({ status: 200, body: { keys: [key] } })
    ehr.jwksUrl = `${impostor.url}/orgs/${pccOrg.org_uuid}/patients`
    expect(await failed(clinic_id)).toBe('The EHR refused the sign-in (400)')
    await impostor.close()
    expect(ehr.refusals).toEqual(['no applicable key found in the JSON Web Key Set', 'signature verification failed'])
  })

  it('keeps its key for the host that knows it: another one gets no token by it [EH-2]', async () => {
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    const config = await (await fetch(`${ehr.url}/r4/.well-known/smart-configuration`)).text()
    const tokens: string[] = []
    const impostor = createServer(({ url, headers }, response) => {
      if (headers.authorization) tokens.push(headers.authorization)
      response.setHeader('content-type', 'application/json')
      response.end(url?.includes('well-known') ? config : JSON.stringify({ resourceType: 'Bundle', entry: [] }))
    })
    await new Promise<void>((resolve) => void impostor.listen(0, '127.0.0.1', resolve))
    const save = async (base_url: string) =>
      portal.admin.call(calls.saveEhrConnection, { clinic_id, source: 'fhir', base_url, client_id: fhirClientId })
    expect(`${portal.url}${(await save(`${ehr.url}/r4/`)).connection.jwks_path}`).toBe(jwks)
    await save(`http://127.0.0.1:${(impostor.address() as AddressInfo).port}`)
    expect(await failed(clinic_id)).toBe('The EHR refused the sign-in (400)')
    expect(tokens).toEqual([])
    impostor.close()
  })

  it('moves and discharges people as encounters and patients say [EH-2] [EH-3]', async () => {
    ehr.resources = ['a', 'b', 'c'].flatMap((id) => fhirPerson(id))
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    await portal.importAll(clinic_id)
    ehr.resources = [
      ...fhirPerson('a', {}, '300'),
      ...fhirPerson('b', { deceasedDateTime: '2026-05-01T00:00:00Z' }),
      ...fhirPerson('c', { active: false }),
      ...fhirPerson('d', { deceasedBoolean: true }),
    ]
    const run = await portal.preview(clinic_id)
    expect(run.counts).toMatchObject({ update: 1, discharge: 2, left_out: 1, create: 0 })
    await portal.confirm(run)
    expect((await portal.residents(clinic_id)).map(({ room, status }) => [room, status])).toEqual(
      expect.arrayContaining([
        ['300-A', 1],
        ['101-A', 2],
        ['101-A', 2],
      ]),
    )
  })

  it('keeps rooms as they are when the server tells of no encounters, and reads one organisation [EH-2]', async () => {
    const managingOrganization = { reference: 'Organization/12' }
    ehr.types = ['Patient', 'Location']
    ehr.resources = [...fhirPerson('a', { managingOrganization }), ...fhirPerson('b')]
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url, { facility_id: '12' })
    ehr.jwksUrl = jwks
    await portal.importAll(clinic_id)
    expect(await portal.residents(clinic_id)).toMatchObject([{ first_name: 'Ada a', room: '' }])
  })

  it.each([
    ['in a circle', (url: string) => `${url}/r4/Location?_count=200`, /loop/],
    ['to another host', () => 'http://127.0.0.1:9/r4/Location', /another host/],
    ['to no address', () => 'http://[', /isn’t valid/],
    ['on without an address', () => undefined, /isn’t valid/],
  ] as const)('ends the import when its pages lead %s [EH-2]', async (_name, next, message) => {
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    ehr.meddle = () => ({
      status: 200,
      body: {
        resourceType: 'Bundle',
        link: [{ relation: 'next', url: next(ehr.url) }],
        entry: [null, { resource: 3 }],
      },
    })
    expect(await failed(clinic_id)).toMatch(message)
  })

  it.each([
    ['Location', (nth: number) => ({ resourceType: 'Location', id: `${nth}`, name: 'x'.repeat(12_000_000) })],
    [
      'Encounter',
      (nth: number) => ({ resourceType: 'Encounter', id: `${nth}`, period: { start: 'x'.repeat(12_000_000) } }),
    ],
  ] as const)('ends the import when a server has no end of %s, which it would keep [EH-2]', async (type, resource) => {
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    let pages = 0
    ehr.meddle = (url) => {
      if (!url.pathname.endsWith(`/${type}`)) return undefined
      const link = [{ relation: 'next', url: `${ehr.url}/r4/${type}?page=${++pages}` }]
      return { status: 200, body: { resourceType: 'Bundle', link, entry: [{ resource: resource(pages) }] } }
    }
    expect(await failed(clinic_id)).toBe('The EHR lists more than the portal can read for one facility')
    expect(pages).toBe(3)
  })

  it('keeps of places and stays only what it needs [EH-2]', async () => {
    ehr.resources = fhirPerson('a')
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    // More than may be kept, in a field that is not read.
    const places = [1, 2, 3].map((nth) => ({
      resourceType: 'Location',
      id: `p${nth}`,
      description: 'x'.repeat(6_000_000),
    }))
    let asked = 0
    ehr.meddle = ({ pathname }) => {
      if (!pathname.endsWith('/Location') || asked > 3) return undefined
      const link = [{ relation: 'next', url: `${ehr.url}/r4/Location?more=${++asked}` }]
      return { status: 200, body: { resourceType: 'Bundle', link, entry: places.map((resource) => ({ resource })) } }
    }
    expect(await portal.preview(clinic_id)).toMatchObject({ counts: { create: 1 } })
  })

  it('does not go on at another host, which would get its token, wherever the import is said to have stopped [EH-2]', async () => {
    const asked: (string | undefined)[] = []
    const elsewhere = createServer(({ headers }, answer) => {
      asked.push(headers.authorization)
      answer.end()
    })
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    const run = { clinic_id, source: 'fhir', started_by: 'ada', next_page: `http://127.0.0.1:${port}/r4/Patient` }
    const { id } = await portal.owner.insertInto('ehr_runs').values(run).returning('id').executeTakeFirstOrThrow()
    expect((await portal.until(id, 'failed')).message).toMatch(/another host/)
    expect(asked).toEqual([])
    elsewhere.close()
  })

  it('lists patients that cannot be used, and goes on [EH-3]', async () => {
    ehr.resources = [
      ...fhirPerson('a', { name: [{ family: 'Byron' }] }),
      ...fhirPerson('b', { name: 'Ada' }),
      ...fhirPerson('c', { birthDate: '1932-13-01' }),
      ...fhirPerson('d', { birthDate: '1932' }),
      ...fhirPerson('e', { identifier: [{ type: { coding: [{ code: 'MR' }] }, value: 'x'.repeat(65) }] }),
    ]
    const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
    ehr.jwksUrl = jwks
    const run = await portal.preview(clinic_id)
    expect(run.counts).toMatchObject({ create: 1, failed: 4 })
    expect((await portal.rows(run, 'failed')).map(({ reason }) => reason)).toEqual([
      'First name: missing',
      'First name: missing',
      'Date of birth: not a date',
      'Record no.: longer than 64 characters',
    ])
  })

  const folder = join(import.meta.dirname, '../../../shared/data/fhir/synthea_bulk_10')
  const absent = existsSync(folder) ? '' : ' — skipped: ../shared/data/fhir is absent'
  it.skipIf(absent !== '')(
    `brings the people of Synthea in, and changes nothing when it runs again${absent} [EH-2] [EH-3]`,
    async () => {
      const read = (name: string) =>
        readFileSync(join(folder, `${name}.000.ndjson`), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as FhirResource)
      const patients = read('Patient')
      ehr.resources = [...patients, ...read('Location')]
      const { clinic_id, jwks } = await portal.connectFhir(ehr.url)
      ehr.jwksUrl = jwks
      const run = await portal.preview(clinic_id)
      const dead = patients.filter(({ deceasedDateTime }) => deceasedDateTime !== undefined).length
      expect(run.counts).toMatchObject({ create: patients.length - dead, left_out: dead, failed: 0 })
      await portal.confirm(run)
      expect(await portal.residents(clinic_id)).toHaveLength(patients.length - dead)
      expect((await portal.preview(clinic_id)).state).toBe('done')
    },
  )
})

describe('where an EHR may be', () => {
  const connectionAt = (clinic_id: string, base_url: string, more: object = {}) => ({
    ...{ clinic_id, source: 'pcc' as const, base_url, ...pccOrg, ...pccCredentials },
    ...more,
  })
  const save = async (...given: Parameters<typeof connectionAt>) =>
    (await providerOf(given[0])).refused(calls.saveEhrConnection, connectionAt(...given))
  const providerOf = (clinic_id: string) => portal.asUser({ groups: ['vc-admin'], clinicIds: [clinic_id] })

  it.each([
    'http://ehr.example.org',
    'https://10.0.0.5',
    'https://192.168.1.1/fhir',
    'https://169.254.169.254/latest',
    'http://localhost:3000',
    'http://127.1:3000/fhir',
    'https://2130706433',
    'https://[fd00::1]',
    'https://[::ffff:10.0.0.1]',
    'https://0.0.0.0',
    'https://user:password@ehr.example.org',
    'https://ehr.example.org/?x=1',
    'ftp://ehr.example.org',
    'file:///etc/passwd',
    'nonsense',
  ])('refuses %s [EH-2]', async (address) => {
    const clinic_id = await portal.createClinic()
    const answer = await save(clinic_id, address)
    expect(answer).toMatchObject({ status: 422, body: { field: 'base_url' } })
    if (address.startsWith('https://1'))
      expect(await save(clinic_id, 'https://ehr.example.org', { token_url: address })).toMatchObject({
        status: 422,
        body: { field: 'token_url' },
      })
  })

  it('may be beside the portal where a Superadmin says so, and stays allowed while a provider changes the rest [DO-7]', async () => {
    const ehr = await startPccServer(pccPatients(1))
    const clinic_id = await portal.createClinic()
    const provider = await providerOf(clinic_id)
    const given = connectionAt(clinic_id, ehr.url)
    for (const name of [ehr.url, ehr.url.replace('127.0.0.1', 'localhost')])
      expect((await provider.refused(calls.saveEhrConnection, { ...given, base_url: name })).status).toBe(422)
    expect(ehr.tokensGiven()).toBe(0)
    await portal.admin.call(calls.saveEhrConnection, given)
    await provider.call(calls.saveEhrConnection, given)
    expect(await save(clinic_id, `${ehr.url}/elsewhere`)).toMatchObject({ status: 422, body: { field: 'base_url' } })
    // Not even a Superadmin reaches a cloud's credentials.
    const refusal = await portal.admin.refused(calls.saveEhrConnection, {
      ...given,
      base_url: 'https://169.254.169.254/latest',
    })
    expect(refusal).toMatchObject({ status: 422, body: { field: 'base_url' } })
    expect(await portal.preview(clinic_id)).toMatchObject({ rows_read: 1 })
    await ehr.close()
  })

  it('is judged again when it is called: what was public when it was saved may lead inside later [DO-7]', async () => {
    const ehr = await startPccServer(pccPatients(1))
    const clinic_id = await portal.connectPcc(ehr)
    const connections = portal.owner.updateTable('ehr_connections').where('clinic_id', '=', clinic_id)
    const base_url = ehr.url.replace('http://127.0.0.1', 'https://localhost')
    await connections.set({ may_be_private: false, base_url }).execute()
    expect(await failed(clinic_id)).toMatch(/Superadmin/)
    expect(ehr.tokensGiven()).toBe(0)
    await ehr.close()
  })

  it('never tells a secret, keeps it unreadable, and sends it to no other host [EH-2]', async () => {
    const ehr = await startPccServer(pccPatients(1))
    const clinic_id = await portal.connectPcc(ehr)
    const { secret } = pccCredentials
    const answers = [
      await portal.admin.send('GET', `/ehr-import/connection?clinic_id=${clinic_id}`),
      await portal.admin.send('GET', `/ehr-import?clinic_id=${clinic_id}`),
    ]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret)
    const row = await portal.owner
      .selectFrom('ehr_connections')
      .selectAll()
      .where('clinic_id', '=', clinic_id)
      .executeTakeFirst()
    expect(row!.sealed.toString('latin1')).not.toContain(secret)
    const audits = await portal.owner
      .selectFrom('audit_entries')
      .selectAll()
      .where('clinic_id', '=', clinic_id)
      .execute()
    expect(audits.map(({ act }) => act)).toContain('ehr-import.connect')
    expect(JSON.stringify(audits)).not.toContain(secret)
    // Someone who may change the address must not learn the secret that way.
    const { secret: _, ...withoutSecret } = { ...pccOrg, ...pccCredentials, clinic_id, source: 'pcc' as const }
    const elsewhere = { ...withoutSecret, base_url: 'https://attacker.example.org' }
    expect(await portal.admin.refused(calls.saveEhrConnection, elsewhere)).toMatchObject({
      status: 422,
      body: { field: 'secret' },
    })
    const tokens = { ...withoutSecret, base_url: ehr.url, token_url: 'https://attacker.example.org/token' }
    expect(await portal.admin.refused(calls.saveEhrConnection, tokens)).toMatchObject({
      status: 422,
      body: { field: 'secret' },
    })
    // The same address with other settings: the secret stays.
    await portal.admin.call(calls.saveEhrConnection, { ...withoutSecret, base_url: ehr.url })
    expect(await portal.preview(clinic_id)).toMatchObject({ rows_read: 1 })
    await ehr.close()
  })

  it('is for who looks after facilities to say, not for everybody on the floor [EH-2]', async () => {
    const clinic_id = await portal.createClinic()
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const input = { clinic_id, source: 'fhir', base_url: 'https://ehr.example.org', client_id: fhirClientId }
    expect((await nurse.refused(calls.saveEhrConnection, input)).status).toBe(403)
    expect((await nurse.refused(calls.removeEhrConnection, { clinic_id })).status).toBe(403)
    const provider = await portal.asUser({ groups: ['vc-admin'], clinicIds: [clinic_id] })
    await provider.call(calls.saveEhrConnection, { ...input, source: 'fhir' as const })
    expect(await nurse.call(calls.readEhrConnection, { clinic_id })).toMatchObject({ connection: { source: 'fhir' } })
    await provider.call(calls.removeEhrConnection, { clinic_id })
    expect(await nurse.call(calls.readEhrConnection, { clinic_id })).toMatchObject({ connection: null })
  })
})
