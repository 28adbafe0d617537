import { connect } from 'node:net'
import { readClinic, removeClinicLogo, uploadClinicLogo } from '@eupnea/contract/clinics.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { sweepFiles } from '../files/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { clinicRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient
let clinic_id: string
const store = createMemoryStore()

beforeAll(async () => {
  portal = await startTestHttp(clinicRoutes(store))
  admin = await portal.asUser()
})
beforeEach(async () => {
  clinic_id = await portal.createClinic({ name: 'Maple “Court” €' })
})
afterAll(() => portal.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const origin = (): CtxOrigin => ({
  database: portal.database,
  actor: { type: 'job', name: 'sweep-files' },
  log: createLog('silent'),
})

async function upload(body: Uint8Array<ArrayBuffer>, { as = admin, id = clinic_id, type = 'image/png' } = {}) {
  const answer = await fetch(`${portal.url}/api${uploadClinicLogo.path.replace('{clinic_id}', id)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': type },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const download = (path: string, as = admin) =>
  fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${as.token}` } })
const logoOf = async () => (await admin.call(readClinic, { clinic_id })).logo
const sweep = () => sweepFiles(origin(), store)

describe('a logo', () => {
  it('is kept, shown to who may see the facility and to nobody else, replaced and removed [FA-3] [FI-2] [SH-16]', async () => {
    const { status, body } = await upload(png)
    expect(status).toBe(200)
    const path = String(body.logo)
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const shown = await download(path, nurse)
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('cache-control')).toMatch(/^private, max-age/)
    const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await download(path, stranger)).status).toBe(404)
    expect((await fetch(`${portal.url}${path}`)).status).toBe(401)

    await upload(png)
    expect(await logoOf()).not.toBe(path)
    await sweep()
    expect(store.files.size).toBe(1)
    expect(await admin.call(removeClinicLogo, { clinic_id })).toMatchObject({ logo: null })
    await sweep()
    expect(store.files.size).toBe(0)
    expect((await download(path)).status).toBe(404)
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('clinic_id', '=', clinic_id)
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['clinic.upload-logo', 'clinic.upload-logo', 'clinic.remove-logo'])
  })

  it('is what it holds, not what it says it is [FI-2]', async () => {
    const page = Buffer.from('<script>alert(1)</script>')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1')
    for (const lie of [page, svg, pdf, Buffer.alloc(5_000, 'x')]) {
      const answer = await upload(lie)
      expect(answer).toMatchObject({ status: 415, body: { field: 'file' } })
    }
    expect(await upload(new Uint8Array())).toMatchObject({ status: 422, body: { field: 'file' } })
    expect((await upload(png, { type: 'text/html' })).status).toBe(200)
    await admin.call(removeClinicLogo, { clinic_id })
    await sweep()
    expect(store.files.size).toBe(0)
  })

  it('has at most 2 MB, and goes to a facility that is there [FA-3] [FI-2]', async () => {
    const large = Buffer.concat([png, Buffer.alloc(2 * 1_048_576)])
    expect(await upload(large)).toMatchObject({ status: 413, body: { field: 'file' } })
    expect((await upload(png, { id: 'nowhere' })).status).toBe(404)
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    expect((await upload(png, { as: nurse })).status).toBe(403)
    expect(await logoOf()).toBeNull()
  })

  it('that is cut off on the way leaves nothing behind [FI-2]', async () => {
    const { port } = new URL(portal.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `PUT /api/clinics/${clinic_id}/logo HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: image/png\r\ncontent-length: 100000\r\n\r\n`,
    )
    socket.write(png)
    const rows = () => portal.owner.selectFrom('files').select('state').where('clinic_id', '=', clinic_id).execute()
    await expect.poll(rows).toEqual([{ state: 'pending' }])
    socket.destroy()
    await expect.poll(rows).toEqual([{ state: 'removed' }])
    await sweep()
    expect(await rows()).toEqual([])
    expect(store.files.size).toBe(0)
    expect(await logoOf()).toBeNull()
  })

  it('goes with its facility [FI-1]', async () => {
    await upload(png)
    await portal.owner.deleteFrom('clinics').where('id', '=', clinic_id).execute()
    await sweep()
    expect(store.files.size).toBe(0)
  })

  it('that its store does not give holds up nobody else, and says so [FI-1] [SH-16]', async () => {
    const { body } = await upload(png)
    const { get } = store
    const given = Promise.withResolvers<never>()
    Object.assign(store, { get: () => given.promise })
    try {
      // More than there are connections to the database.
      const waiting = Array.from({ length: 8 }, () => download(String(body.logo)))
      expect(await logoOf()).toBe(body.logo)
      given.reject(new Error('connect ECONNREFUSED'))
      for (const answer of await Promise.all(waiting)) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
        expect(await answer.json()).toMatchObject({ code: 'files_away' })
      }
    } finally {
      Object.assign(store, { get })
    }
    expect((await download(String(body.logo))).status).toBe(200)
  })
})
