import { connect } from 'node:net'
import {
  readResident,
  removeFaceSheet,
  saveResident,
  setResidentStatus,
  uploadFaceSheet,
} from '@eupnea/contract/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { s3Credentials, startS3Server } from '../../tests/kit/s3-server.ts'
import { sweepFiles } from '../files/index.ts'
import type { FileStore } from '../platform/file-store.ts'
import { createLog } from '../platform/log.ts'
import { createS3Store } from '../platform/s3-store.ts'
import { faceSheetRoutes, residentRoutes } from './index.ts'

let portal: TestHttp
let nurse: SignedInClient
let clinic_id: string
let patient_id: string
const store = createMemoryStore()
/** takes what is uploaded instead */
let other: FileStore | null = null

beforeAll(async () => {
  portal = await startTestHttp([
    ...residentRoutes,
    ...faceSheetRoutes({ ...store, put: (...file) => (other ?? store).put(...file) }),
  ])
})
beforeEach(async () => {
  clinic_id = await portal.createClinic()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  patient_id = (await nurse.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Byron' })).patient_id
})
afterAll(() => portal.close())

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF', 'latin1')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const path = () => uploadFaceSheet.path.replace('{patient_id}', patient_id)

async function upload(body: Uint8Array<ArrayBuffer>, query: Record<string, string> = {}, as = nurse) {
  const search = new URLSearchParams({ last_modified: '1700000000000', ...query })
  const answer = await fetch(`${portal.url}/api${path()}?${search}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const download = (as = nurse) =>
  fetch(`${portal.url}/api${path()}`, { headers: { authorization: `Bearer ${as.token}` } })
const stored = () => portal.owner.selectFrom('files').selectAll().where('resident_id', '=', patient_id).execute()
const sweep = () =>
  sweepFiles(
    { database: portal.database, actor: { type: 'job', name: 'sweep-files' }, log: createLog('silent') },
    store,
  )

describe('a face sheet', () => {
  it('is kept under its name, marks the document as changed, comes back as it was, and is removed [RE-2] [FI-1] [FI-2]', async () => {
    const { status, body } = await upload(pdf)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      information_file: `face-sheet-${patient_id}-1700000000000`,
      isDocumentChanged: true,
    })
    const shown = await download()
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true)
    expect(shown.headers.get('content-type')).toBe('application/pdf')
    expect(shown.headers.get('content-disposition')).toContain(`face-sheet-${patient_id}-1700000000000.pdf`)
    expect(shown.headers.get('cache-control')).toBe('no-store')

    expect(await nurse.call(removeFaceSheet, { patient_id })).toMatchObject({
      information_file: null,
      isDocumentChanged: false,
    })
    expect((await download()).status).toBe(404)
    await sweep()
    expect(await stored()).toEqual([])
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('resident_id', '=', patient_id)
      .where('act', 'like', '%face-sheet')
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual([
      'resident.upload-face-sheet',
      'resident.read-face-sheet',
      'resident.remove-face-sheet',
    ])
  })

  it('is named by the billing information; a name is never a path [RE-2] [FI-2]', async () => {
    await nurse.call(saveResident, { patient_id, billing_information: '../../etc/B 17' })
    const { body } = await upload(png, { prefix: 'Заявка', last_modified: '5' })
    expect(body.information_file).toBe('Заявка-../../etc/B 17-5')
    const [row] = await stored()
    expect([...store.files.keys()]).toContain(`face-sheets/${row!.id}`)
    const sent = await download()
    expect(sent.status).toBe(200)
    expect(sent.headers.get('content-disposition')).toBe(
      `inline; filename="______-..-..-etc-B 17-5.png"; filename*=UTF-8''${encodeURIComponent('Заявка-..-..-etc-B 17-5.png')}`,
    )
    expect(await upload(png, { last_modified: 'soon' })).toMatchObject({
      status: 400,
      body: { field: 'last_modified' },
    })
    expect(await upload(png, { prefix: 'x'.repeat(101) })).toMatchObject({ status: 422, body: { field: 'prefix' } })
  })

  it('that replaces another leaves the other one for the eligibility log [RE-2] [BI-4]', async () => {
    await upload(pdf)
    await upload(png, { last_modified: '6' })
    await sweep()
    expect((await stored()).map(({ state, type }) => [state, type])).toEqual([
      ['kept', 'application/pdf'],
      ['kept', 'image/png'],
    ])
    expect((await download()).headers.get('content-type')).toBe('image/png')
  })

  it('is what it holds, of at most 20 MB, and a refused one leaves the former in place [FI-2]', async () => {
    await upload(pdf)
    for (const lie of [Buffer.from('<script>alert(1)</script>'), Buffer.from('MZ'.repeat(4_000))])
      expect(await upload(lie)).toMatchObject({ status: 415, body: { field: 'file' } })
    expect(await upload(new Uint8Array())).toMatchObject({ status: 422, body: { field: 'file' } })
    const large = Buffer.concat([pdf, Buffer.alloc(20 * 1_048_576)])
    expect(await upload(large)).toMatchObject({ status: 413, body: { field: 'file' } })
    await sweep()
    expect(await stored()).toHaveLength(1)
    expect((await download()).headers.get('content-type')).toBe('application/pdf')
  })

  it('is sent and read only by who may see the resident [FI-2] [FA-4]', async () => {
    await upload(pdf)
    const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await download(stranger)).status).toBe(404)
    expect((await upload(png, {}, stranger)).status).toBe(404)
    expect((await stranger.refused(removeFaceSheet, { patient_id })).status).toBe(404)
    expect((await fetch(`${portal.url}/api${path()}`)).status).toBe(401)
    expect(await stored()).toHaveLength(1)
  })

  it('of a deleted resident can be read, not changed [RE-4]', async () => {
    await upload(pdf)
    await nurse.call(setResidentStatus, { patient_id, status: 0 })
    expect((await upload(png)).status).toBe(409)
    expect((await nurse.refused(removeFaceSheet, { patient_id })).body.code).toBe('resident_deleted')
    expect((await download()).status).toBe(200)
  })

  it('that S3 refuses in the middle, or that finds no S3, isn’t the sender’s fault [FI-1] [FI-2]', async () => {
    const s3 = await startS3Server()
    const credentials = { ...s3Credentials, accessKeyId: 'WRONG' }
    other = createS3Store({ region: 'us-east-1', endpoint: s3.url, credentials, bucketPrefix: 'eupnea' })
    try {
      const away = { status: 503, body: { code: 'files_away' } }
      expect(await upload(Buffer.concat([pdf, Buffer.alloc(15_000_000)]))).toMatchObject(away)
      await s3.close()
      expect(await upload(pdf)).toMatchObject(away)
      expect((await stored()).map(({ state }) => state)).toEqual(['removed', 'removed'])
    } finally {
      other = null
      await s3.close()
    }
  })

  it('that is cut off on the way leaves nothing behind [FI-2]', async () => {
    const before = store.files.size
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
    socket.write(
      `PUT /api${path()}?last_modified=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${nurse.token}\r\ncontent-type: application/pdf\r\ncontent-length: 100000\r\n\r\n`,
    )
    socket.write(pdf)
    await expect.poll(async () => (await stored()).map(({ state }) => state)).toEqual(['pending'])
    socket.destroy()
    await expect.poll(async () => (await stored()).map(({ state }) => state)).toEqual(['removed'])
    await sweep()
    expect(await stored()).toEqual([])
    expect(store.files.size).toBe(before)
    expect(await nurse.call(readResident, { patient_id })).toMatchObject({ information_file: null })
  })
})
