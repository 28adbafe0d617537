import { createNote, listNoteVersions, type Note, type NoteFile, updateNote } from '@eupnea/contract/notes.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { sweepFiles } from '../files/index.ts'
import type { FileStore } from '../platform/file-store.ts'
import { createLog } from '../platform/log.ts'
import { residentRoutes } from '../residents/index.ts'
import { noteRoutes } from './index.ts'

let portal: TestHttp
let nurse: SignedInClient
let stranger: SignedInClient
let clinic_id: string
let patient_id: string
const store = createMemoryStore()

beforeAll(async () => {
  portal = await startTestHttp([...residentRoutes, ...noteRoutes(store)])
})
beforeEach(async () => {
  clinic_id = await portal.createClinic()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  patient_id = (await nurse.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Byron' })).patient_id
})
afterAll(() => portal.close())

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF', 'latin1')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function upload(body: Uint8Array<ArrayBuffer>, query: Record<string, string> = {}, as = nurse) {
  const search = new URLSearchParams({ name: 'wound.pdf', last_modified: '1700000000000', ...query })
  const answer = await fetch(`${portal.url}/api/notes/${patient_id}/files?${search}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as NoteFile & { field?: string } }
}
const download = ({ note_id }: Pick<Note, 'note_id'>, file_id: string, as = nurse) =>
  fetch(`${portal.url}/api/notes/${note_id}/files/${file_id}`, { headers: { authorization: `Bearer ${as.token}` } })
const noteWith = (file: NoteFile) =>
  nurse.call(createNote, { patient_id, note: 'See the photograph', noteFileList: [{ file_id: file.file_id }] })
const stored = () => portal.owner.selectFrom('files').selectAll().where('resident_id', '=', patient_id).execute()
const sweep = (from: FileStore = store) =>
  sweepFiles({ database: portal.database, actor: { type: 'job', name: 'sweep-files' }, log: createLog('silent') }, from)
/** Pretends that everything was uploaded this long ago. */
const age = (minutes: number) =>
  sql`update files set changed_at = changed_at - make_interval(mins => ${minutes})`.execute(portal.owner)

it('is uploaded first, named by rule, kept by its note, and comes back as it was [NO-2] [FI-2]', async () => {
  const { status, body: file } = await upload(pdf)
  expect(status).toBe(200)
  expect(file).toEqual({
    file_id: expect.any(String),
    name: `wound-${patient_id}-1700000000000`,
    type: 'application/pdf',
    bytes: pdf.length,
  })
  const note = await noteWith(file)
  expect(note).toMatchObject({ noteFileList: [file], uploadedFile: file.name })
  expect(await stored()).toMatchObject([{ store: 'face-sheets', state: 'kept' }])
  const answer = await download(note, file.file_id)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
  expect(answer.headers.get('content-disposition')).toContain(`${file.name}.pdf`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const acts = await portal.owner
    .selectFrom('audit_entries')
    .select(['act', 'actor_id'])
    .where('resident_id', '=', patient_id)
    .where('act', 'like', 'note.%')
    .orderBy('id')
    .execute()
  expect(acts).toEqual(
    ['note.upload-file', 'note.create', 'note.read-file'].map((act) => ({ act, actor_id: nurse.userId })),
  )
})

it('has its name for every program, whatever script it is in [FI-2]', async () => {
  const { body: file } = await upload(png, { name: 'Zoë’s new (1).png', member_id: 'm-7' })
  const answer = await download(await noteWith(file), file.file_id)
  expect(answer.headers.get('content-disposition')).toBe(
    `inline; filename="Zo__s new (1)-m-7-1700000000000.png"; ` +
      `filename*=UTF-8''Zo%C3%AB%E2%80%99s%20new%20%281%29-m-7-1700000000000.png`,
  )
})

it('has a name that is never a path, whatever the file is called [NO-2] [FI-2]', async () => {
  const { body: file } = await upload(png, { name: '../../etc/pass\u0000wd\r\nx: y.png', member_id: 'm-7' })
  expect(file.name).toBe('passwdx y-m-7-1700000000000')
  const answer = await download(await noteWith(file), file.file_id)
  const name = 'passwdx y-m-7-1700000000000.png'
  expect(answer.headers.get('content-disposition')).toBe(
    `inline; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  )
  const [row] = await stored()
  expect([...store.files.keys()]).toContain(`face-sheets/${row!.id}`)
  expect(await upload(png, { name: 'x'.repeat(1_001) })).toMatchObject({ status: 422, body: { field: 'name' } })
})

it('is what it holds, of at most 20 MB [FI-2]', async () => {
  expect(await upload(Buffer.from('<script>alert(1)</script>'))).toMatchObject({ status: 415, body: { field: 'file' } })
  expect(await upload(new Uint8Array())).toMatchObject({ status: 422, body: { field: 'file' } })
  expect(await upload(Buffer.concat([pdf, Buffer.alloc(20 * 1_048_576)]))).toMatchObject({ status: 413 })
  await sweep()
  expect(await stored()).toEqual([])
})

it('that no note takes within the hour is swept, one that a note has taken is not [NO-2] [FI-2]', async () => {
  const [kept, left] = [(await upload(pdf)).body, (await upload(png)).body]
  const note = await noteWith(kept)
  await sweep()
  expect(await stored()).toHaveLength(2)
  await age(61)
  await sweep()
  expect((await stored()).map(({ id }) => id)).toEqual([kept.file_id])
  expect([...store.files.keys()]).not.toContain(`face-sheets/${left.file_id}`)
  expect((await download(note, kept.file_id)).status).toBe(200)
  const late = { patient_id, note: 'Too late', noteFileList: [{ file_id: left.file_id }] }
  expect((await nurse.refused(createNote, late)).body).toMatchObject({ field: 'noteFileList' })
})

it('belongs to one note of the resident that it was sent for [NO-2] [FI-2]', async () => {
  const { body: file } = await upload(pdf)
  const other = await nurse.call(saveResident, { clinic_id, first_name: 'Grace', last_name: 'Hopper' })
  const wrong = { patient_id: other.patient_id, note: 'x', noteFileList: [{ file_id: file.file_id }] }
  expect((await nurse.refused(createNote, wrong)).status).toBe(422)
  const both = await Promise.all(
    [1, 2].map((n) =>
      nurse.send('POST', '/notes', { patient_id, note: `${n}`, noteFileList: [{ file_id: file.file_id }] }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  const two = [{ file_id: 'a' }, { file_id: 'b' }]
  expect((await nurse.refused(createNote, { patient_id, note: 'x', noteFileList: two })).body.field).toBe(
    'noteFileList',
  )
})

it('stays with the text before when the note gets another or none [NO-1] [NO-2]', async () => {
  const [first, second] = [(await upload(pdf)).body, (await upload(png)).body]
  const note = await noteWith(first)
  const { note_id } = note
  await nurse.call(updateNote, { note_id, noteFileList: [{ file_id: second.file_id }] })
  // Keeps the attachment.
  await nurse.call(updateNote, { note_id, note: 'Healed' })
  expect(await nurse.call(updateNote, { note_id, noteFileList: [] })).toMatchObject({ uploadedFile: null, edits: 3 })
  const { items } = await nurse.call(listNoteVersions, { note_id })
  expect(items.map(({ noteFileList }) => noteFileList[0]?.file_id)).toEqual([
    undefined,
    second.file_id,
    second.file_id,
    first.file_id,
  ])
  await age(120)
  await sweep()
  for (const { file_id } of [first, second]) expect((await download(note, file_id)).status).toBe(200)
})

it('is sent and read only by who may see the note [FI-2] [FA-4]', async () => {
  const { body: file } = await upload(pdf)
  const note = await noteWith(file)
  expect((await download(note, file.file_id, stranger)).status).toBe(404)
  expect((await upload(pdf, {}, stranger)).status).toBe(404)
  expect((await fetch(`${portal.url}/api/notes/${note.note_id}/files/${file.file_id}`)).status).toBe(401)
  // A file of another note, or of none, can't be reached through this one.
  const { body: loose } = await upload(png)
  expect((await download(note, loose.file_id)).status).toBe(404)
  await nurse.call(setResidentStatus, { patient_id, status: 0 })
  expect((await upload(pdf)).status).toBe(409)
  expect((await download(note, file.file_id)).status).toBe(200)
})

it('that is being swept can be taken by no note, and one that a note is taking is not swept [NO-2] [FI-2]', async () => {
  const { file_id } = (await upload(pdf)).body
  const create = { patient_id, note: 'Late', noteFileList: [{ file_id }] }
  await age(61)
  await sweep({
    ...store,
    async remove(name, key) {
      if (key === file_id)
        expect(await nurse.refused(createNote, create)).toMatchObject({ status: 422, body: { field: 'noteFileList' } })
      await store.remove(name, key)
    },
  })
  expect(await stored()).toEqual([])

  const { body: taken } = await upload(pdf)
  await age(61)
  await portal.owner.transaction().execute(async (note) => {
    await note.updateTable('files').set({ state: 'kept' }).where('id', '=', taken.file_id).execute()
    await sweep()
  })
  await sweep()
  expect(await stored()).toMatchObject([{ id: taken.file_id, state: 'kept' }])
  expect([...store.files.keys()]).toContain(`face-sheets/${taken.file_id}`)
})

it('whose sweep was interrupted is taken by the next one [FI-2]', async () => {
  const { file_id } = (await upload(pdf)).body
  await age(61)
  const away = () => Promise.reject(new Error('The store is away'))
  await expect(sweep({ ...store, remove: away })).rejects.toThrow('The store is away')
  expect(await stored()).toMatchObject([{ id: file_id, state: 'removed' }])
  await sweep()
  expect(await stored()).toEqual([])
  expect([...store.files.keys()]).not.toContain(`face-sheets/${file_id}`)
})

it('goes with its facility [FI-2]', async () => {
  const { body: file } = await upload(pdf)
  await noteWith(file)
  await portal.owner.deleteFrom('clinics').where('id', '=', clinic_id).execute()
  await sweep()
  expect([...store.files.keys()]).not.toContain(`face-sheets/${file.file_id}`)
})
