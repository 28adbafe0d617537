import { type EligibilityLog, listEligibilityLogs } from '@eupnea/contract/eligibility.ts'
import { removeFaceSheet, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { deleteUser, setUserClinics, setUserStatus, updateUser } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { createFileLink, fileRoutes } from '../files/index.ts'
import { faceSheetRoutes, residentRoutes } from '../residents/index.ts'
import { userRoutes } from '../users/index.ts'
import { eligibilityRoutes } from './index.ts'

let portal: TestHttp
let nurse: SignedInClient
let clinic_id: string
let patient_id: string
const store = createMemoryStore()
const secret = 'what links are signed with'

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...residentRoutes,
    ...faceSheetRoutes(store),
    ...eligibilityRoutes(secret, () => portal.url),
    ...fileRoutes(store, secret, sessions),
    ...userRoutes(sessions),
  ])
})
beforeEach(async () => {
  clinic_id = await portal.createClinic({ tz: 'Pacific/Kiritimati' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  const names = { first_name: 'Ada', last_name: 'Byron', room: '12', billing_information: 'B 17' }
  patient_id = (await nurse.call(saveResident, { clinic_id, ...names })).patient_id
})
afterAll(() => portal.close())

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF', 'latin1')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function upload(body: Uint8Array<ArrayBuffer>, last_modified = 1, of = patient_id) {
  const { status } = await fetch(`${portal.url}/api/residents/${of}/face-sheet?last_modified=${last_modified}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${nurse.token}` },
    body,
  })
  expect(status).toBe(200)
}
const list = async (more: object = {}) => (await nurse.call(listEligibilityLogs, { clinic_id, ...more })).items
const linkOf = async (): Promise<string> => (await list())[0]!.fileLink!

/** A separate address for each test, so that guesses don't add up. */
let address = 0
const open = (link: string, from = `198.51.100.${++address}`) => fetch(link, { headers: { 'x-forwarded-for': from } })
const bytesOf = async (link: string) => Buffer.from(await (await open(link)).arrayBuffer())
const expired = async (link: string) => {
  const answer = await open(link)
  const body = (await answer.json()) as { code: string }
  expect([answer.status, body.code], link).toEqual([404, 'file_link_expired'])
}

describe('the eligibility log', () => {
  it('holds each face sheet that was stored: whose, for what, by whom and when [BI-4] [RE-2]', async () => {
    await upload(pdf, 5)
    await nurse.call(saveResident, { patient_id, billing_information: 'B 18' })
    await upload(png, 6)
    const [second, first] = await list()
    expect(first).toMatchObject({
      clinic_id,
      patient_id,
      first_name: 'Ada',
      last_name: 'Byron',
      room: '12',
      billing_information: 'B 17',
      information_file: 'face-sheet-B 17-5',
      is_present: false,
      uploaded_by: 'Test User',
    } satisfies Partial<EligibilityLog>)
    expect(second).toMatchObject({
      billing_information: 'B 18',
      information_file: 'face-sheet-B 18-6',
      is_present: true,
    })
    expect(Math.abs(Date.now() - Date.parse(second!.created_at))).toBeLessThan(60_000)
    expect(await bytesOf(second!.fileLink!)).toEqual(png)
    expect(await bytesOf(first!.fileLink!)).toEqual(pdf)
  })

  it('is found by resident, room, billing information, file and day of the facility [BI-4]', async () => {
    await upload(pdf)
    const names = { first_name: 'Grace', last_name: 'Hopper', room: '27b', billing_information: '100%' }
    const other = await nurse.call(saveResident, { clinic_id, ...names })
    await upload(pdf, 7, other.patient_id)
    const found = async (filter: object) => (await list(filter)).map(({ first_name }) => first_name)
    expect(await found({})).toEqual(['Grace', 'Ada'])
    for (const search of ['byron ada', '12', 'b 17', 'B 17-1']) expect(await found({ search }), search).toEqual(['Ada'])
    for (const search of ['27B', '%', '-7']) expect(await found({ search }), search).toEqual(['Grace'])
    expect(await found({ patient_id })).toEqual(['Ada'])
    const log = sql`update eligibility_logs set created_at = '2026-03-08T10:00:00Z' where resident_id = ${patient_id}`
    await log.execute(portal.owner)
    // In that zone it is midnight of the 9th.
    expect(await found({ start_date: '2026-03-09', end_date: '2026-03-09' })).toEqual(['Ada'])
    expect(await found({ end_date: '2026-03-08' })).toEqual([])
    expect(await found({ start_date: '2026-03-10' })).toEqual(['Grace'])
    expect(await found({ start_date: '0001-01-01', end_date: '9999-12-31' })).toEqual(['Grace', 'Ada'])
    expect(await found({ start_date: '9999-12-31' })).toEqual([])
    const page = await nurse.call(listEligibilityLogs, { clinic_id, page: 2, page_size: 1 })
    expect(page.items.map(({ first_name }) => first_name)).toEqual(['Ada'])
    expect(page.pagination).toEqual({ page: 2, page_size: 1, total_records: 2 })
    expect((await nurse.refused(listEligibilityLogs, { clinic_id, start_date: '0000-01-01' })).status).toBe(422)
    expect((await nurse.refused(listEligibilityLogs, { clinic_id, end_date: 'soon' })).body.field).toBe('end_date')
  })

  it('is for those who may see the facility [BI-4] [FA-4]', async () => {
    await upload(pdf)
    const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await stranger.refused(listEligibilityLogs, { clinic_id })).status).toBe(404)
    expect((await stranger.call(listEligibilityLogs, {})).items).toEqual([])
    expect((await portal.anonymous.refused(listEligibilityLogs, { clinic_id })).status).toBe(401)
  })
})

describe('a link to a file', () => {
  it('opens it for who holds it, for 15 minutes, and each opening is logged [BI-4] [FI-2]', async () => {
    await upload(pdf)
    const [log] = await list()
    const minutes = (Date.parse(log!.link_expires_at!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    const answer = await open(log!.fileLink!, '203.0.113.5')
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(answer.headers.get('content-disposition')).toContain('.pdf')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const entry = await portal.owner
      .selectFrom('audit_entries')
      .selectAll()
      .where('act', '=', 'file.open-link')
      .where('resident_id', '=', patient_id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor_type: 'link', clinic_id, address: '203.0.113.5' })
    expect(entry.detail).toMatchObject({ user_id: nurse.userId, expires_at: log!.link_expires_at })
    const all = await portal.owner.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(all)).not.toContain(new URL(log!.fileLink!).searchParams.get('signature'))
  })

  it('is of one file, one person and one end: nothing of it can be changed [BI-4] [FI-2]', async () => {
    await upload(pdf)
    const { patient_id: other } = await nurse.call(saveResident, { clinic_id, first_name: 'G', last_name: 'H' })
    await upload(png, 9, other)
    const colleague = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const [theirs, mine] = (await list()).map(({ fileLink }) => new URL(fileLink!))
    const changed = (change: (url: URL) => void) => {
      const url = new URL(mine!)
      change(url)
      return url.href
    }
    const set = (name: string, value: string) => changed(({ searchParams }) => searchParams.set(name, value))
    const signature = mine!.searchParams.get('signature')!
    const first = signature.startsWith('A') ? 'B' : 'A'
    for (const link of [
      changed((url) => {
        url.pathname = theirs!.pathname
      }),
      changed((url) => {
        url.pathname = '/api/files/none'
      }),
      set('expires', String(Number(mine!.searchParams.get('expires')) + 1)),
      set('user', 'somebody-else'),
      // A colleague may see the file, but the audit log would name them.
      set('user', colleague.userId),
      set('signature', theirs!.searchParams.get('signature')!),
      set('signature', first + signature.slice(1)),
      set('signature', signature.slice(0, -1)),
      set('signature', ''),
    ])
      await expired(link)
    expect((await open(changed(({ searchParams }) => searchParams.delete('signature')))).status).toBe(400)
    expect((await open(mine!.href)).status).toBe(200)
  })

  it('ends with its time, also when it is signed [BI-4] [FI-2]', async () => {
    await upload(pdf)
    const file_id = new URL(await linkOf()).pathname.split('/').at(-1)!
    const of = { file_id, user: nurse.userId, isPresent: true }
    const madeAgo = (minutes: number) =>
      createFileLink(secret, portal.url, of, Temporal.Now.instant().subtract({ minutes })).url
    expect((await open(madeAgo(14))).status).toBe(200)
    await expired(madeAgo(15))
    await expired(createFileLink('another secret', portal.url, of, Temporal.Now.instant()).url)
  })

  it('ends when another file takes the place of this one [BI-4] [FI-2]', async () => {
    await upload(pdf)
    const before = await linkOf()
    await upload(png, 2)
    await expired(before)
    const [present, replaced] = await list()
    expect(await bytesOf(present!.fileLink!)).toEqual(png)
    // The log still shows the earlier file, through a new link for people who may see it.
    expect(replaced!.is_present).toBe(false)
    expect(await bytesOf(replaced!.fileLink!)).toEqual(pdf)
  })

  it('ends when the file is removed, and with its resident [BI-4] [FI-2] [RE-4]', async () => {
    await upload(pdf)
    const removed = await linkOf()
    await nurse.call(removeFaceSheet, { patient_id })
    await expired(removed)
    expect((await list())[0]).toMatchObject({ fileLink: null, link_expires_at: null, is_present: false })

    await upload(png, 2)
    const link = await linkOf()
    await nurse.call(setResidentStatus, { patient_id, status: 2 })
    expect((await open(link)).status).toBe(200)
    await nurse.call(setResidentStatus, { patient_id, status: 0 })
    await expired(link)
    expect((await list()).map(({ fileLink }) => fileLink)).toEqual([null, null])
    await nurse.call(setResidentStatus, { patient_id, status: 1 })
    expect((await open(link)).status).toBe(200)
  })

  it('ends with the rights of whom it was given to [BI-4] [FI-2] [ID-8]', async () => {
    await upload(pdf)
    const link = await linkOf()
    const admin = await portal.asUser()
    const other = await portal.createClinic({})
    const user_id = nurse.userId
    await admin.call(setUserClinics, { user_id, clinic_ids: [other] })
    await expired(link)
    await admin.call(setUserClinics, { user_id, clinic_ids: [clinic_id] })
    expect((await open(link)).status).toBe(200)
    await admin.call(updateUser, { user_id, user_type: 'member' })
    await expired(link)
    await admin.call(updateUser, { user_id, user_type: 'clinic-web', clinic_ids: [clinic_id] })
    await admin.call(setUserStatus, { user_id, status: 0 })
    await expired(link)
    await admin.call(setUserStatus, { user_id, status: 1 })
    expect((await open(link)).status).toBe(200)
    await admin.call(deleteUser, { user_id })
    await expired(link)
  })

  it('is not found by guessing: after 60 wrong ones a minute from an address only the right one is answered [FI-2]', async () => {
    await upload(pdf)
    const link = await linkOf()
    const from = '203.0.113.9'
    const guess = (n: number) => open(link.replace(/signature=.*/, `signature=${n}`), from)
    const statuses = (await Promise.all(Array.from({ length: 62 }, (_, n) => guess(n)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
    expect((await open(link, from)).status).toBe(200)
    expect((await guess(63)).status).toBe(429)
  })
})
