import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import {
  createNote,
  listNotes,
  listNoteVersions,
  listStoredNotes,
  type Note,
  updateNote,
} from '@eupnea/contract/notes.ts'
import { flagResident, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { deviceRoutes } from '../devices/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { noteRoutes } from './index.ts'

let portal: TestHttp
let nurse: SignedInClient
let colleague: SignedInClient
let stranger: SignedInClient
let clinic_id: string
let patient_id: string

beforeAll(async () => {
  portal = await startTestHttp([...residentRoutes, ...deviceRoutes, ...noteRoutes(createMemoryStore())])
  stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
})
beforeEach(async () => {
  clinic_id = await portal.createClinic()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  colleague = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  patient_id = await addResident('Ada', 'Byron', '12')
})
afterAll(() => portal.close())

const addResident = async (first_name: string, last_name: string, room: string) =>
  (await nurse.call(saveResident, { clinic_id, first_name, last_name, room })).patient_id
const write = (note: string, more: object = {}) => nurse.call(createNote, { patient_id, note, ...more })
const textsOf = ({ items }: { items: { note: string }[] }) => items.map(({ note }) => note)

describe('a note', () => {
  it('is stored with who, when and whom, and read back newest first [NO-1]', async () => {
    await nurse.call(saveResident, { patient_id, preferred_name: 'Addie' })
    const first = await write('Slept through.\nNo complaints.', { clinic_id })
    expect(first).toMatchObject({
      clinic_id,
      patient_id,
      member_id: patient_id,
      userUID: nurse.userId,
      kind: 'note',
      status: null,
      note: 'Slept through.\nNo complaints.',
      noteFileList: [],
      uploadedFile: null,
      profileLink: null,
      first_name: 'Ada',
      last_name: 'Byron',
      preferred_name: 'Addie',
      room: '12',
      author: 'Test User',
      updated_by: 'Test User',
      edits: 0,
    } satisfies Partial<Note>)
    expect(first.updated_at).toBe(first.created_at)
    expect(Math.abs(Date.now() - Date.parse(first.created_at))).toBeLessThan(60_000)
    const second = await write('Restless', { member_id: 'm-7' })
    expect(second.member_id).toBe('m-7')
    expect(await colleague.call(listStoredNotes, { patient_id })).toEqual({
      items: [second, first],
      pagination: { page: 1, page_size: 50, total_records: 2 },
    })
    expect((await colleague.call(listNotes, { clinic_id })).items).toEqual([second, first])
  })

  it('of a change is about the present flag, or the one that it names [NO-1] [RE-6]', async () => {
    await nurse.call(flagResident, { patient_id, status: 2 })
    expect(await write('Turned every two hours', { kind: 'change' })).toMatchObject({ kind: 'change', status: 2 })
    const escalated = await write('Doctor called', { kind: 'change', status: 4 })
    expect(escalated).toMatchObject({ status: 4, profileLink: `/patient/profile/${patient_id}` })
    // A note that isn't a change note has no link, and a note doesn't change the flag.
    expect(await write('Only a note', { status: 4 })).toMatchObject({ status: 4, profileLink: null })
    const logs = await portal.owner.selectFrom('resident_flag_logs').select('status').execute()
    expect(logs.map(({ status }) => status)).toEqual([2])
  })

  it('of an escalated change leads to the resident under their device [NO-1]', async () => {
    const admin = await portal.asUser()
    const { device_id } = await admin.call(createDevice, { clinic_id })
    await nurse.call(assignDevice, { device_id, patient_id, status: 1 })
    const { profileLink } = await write('Doctor called', { kind: 'change', status: 4 })
    expect(profileLink).toBe(`/patient/profile/${patient_id}/${device_id}`)
  })

  it('is found by text, resident, room and kind, page by page [NO-1]', async () => {
    const other = await addResident('Grace', 'Hopper', '27b')
    await write('Ate well')
    await write('100% of lunch', { kind: 'change' })
    await nurse.call(createNote, { patient_id: other, note: 'Ate little' })
    const found = async (filter: object) => textsOf(await nurse.call(listNotes, { clinic_id, ...filter }))
    expect(await found({ search: 'ATE' })).toEqual(['Ate little', 'Ate well'])
    expect(await found({ search: '100%' })).toEqual(['100% of lunch'])
    expect(await found({ search: '%' })).toEqual(['100% of lunch'])
    expect(await found({ search: 'hopper gra' })).toEqual(['Ate little'])
    expect(await found({ search: '27B' })).toEqual(['Ate little'])
    await nurse.call(saveResident, { patient_id: other, preferred_name: 'Amazing' })
    expect(await found({ search: 'amaz' })).toEqual(['Ate little'])
    expect(await found({ patient_id })).toEqual(['100% of lunch', 'Ate well'])
    expect(await found({ kind: 'change' })).toEqual(['100% of lunch'])
    expect(await found({ patient_id: other, kind: 'change' })).toEqual([])
    const page = await nurse.call(listNotes, { clinic_id, page: 2, page_size: 2 })
    expect(textsOf(page)).toEqual(['Ate well'])
    expect(page.pagination).toEqual({ page: 2, page_size: 2, total_records: 3 })
  })

  it('names what it refuses [NO-1]', async () => {
    const field = async (input: object) => {
      const { status, body } = await nurse.refused(createNote, { patient_id, note: 'x', ...input })
      return [status, body.field]
    }
    expect(await field({ note: '   ' })).toEqual([422, 'note'])
    expect(await field({ note: 'x'.repeat(10_001) })).toEqual([422, 'note'])
    expect(await field({ note: 'a\u0000b' })).toEqual([422, 'note'])
    expect(await field({ note: undefined })).toEqual([400, 'note'])
    expect(await field({ kind: 'rumour' })).toEqual([422, 'kind'])
    expect(await field({ status: 6 })).toEqual([422, 'status'])
    expect(await field({ noteFileList: [{ file_id: 'none' }] })).toEqual([422, 'noteFileList'])
    expect(await field({ patient_id: undefined })).toEqual([400, 'patient_id'])
  })
})

describe('a change of a note', () => {
  it('keeps how it stood before, with who had left it so and when [NO-1]', async () => {
    const { note_id, created_at } = await write('Left heel red')
    const edited = await colleague.call(updateNote, { note_id, note: 'Left heel red, pad applied', kind: 'change' })
    expect(edited).toMatchObject({ note: 'Left heel red, pad applied', userUID: nurse.userId, edits: 1, created_at })
    await nurse.call(updateNote, { note_id, note: 'Left heel dry', status: 3 })
    const { items, pagination } = await colleague.call(listNoteVersions, { note_id })
    expect(items.map(({ note, kind, status }) => [note, kind, status])).toEqual([
      ['Left heel dry', 'change', 3],
      ['Left heel red, pad applied', 'change', 1],
      ['Left heel red', 'note', null],
    ])
    expect(items[2]).toMatchObject({ written_at: created_at, written_by: 'Test User' })
    expect(items[1]!.written_at).toBe(edited.updated_at)
    expect(pagination.total_records).toBe(3)
    const authors = await portal.owner.selectFrom('note_versions').selectAll().orderBy('written_at').execute()
    expect(authors.filter((row) => row.note_id === note_id).map(({ written_by }) => written_by)).toEqual([
      nurse.userId,
      colleague.userId,
    ])
    // Nothing changed, so no version.
    expect(await nurse.call(updateNote, { note_id, note: 'Left heel dry' })).toMatchObject({ edits: 2 })
  })

  it('does not overwrite what somebody changed meanwhile, and says so [NO-1]', async () => {
    const { note_id, updated_at: if_updated_at } = await write('first')
    const theirs = await colleague.call(updateNote, { note_id, note: 'theirs', if_updated_at })
    const mine = { note_id, note: 'mine', if_updated_at }
    const { status, body } = await nurse.refused(updateNote, mine)
    expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect(textsOf(await nurse.call(listNoteVersions, { note_id }))).toEqual(['theirs', 'first'])
    await nurse.call(updateNote, { ...mine, if_updated_at: theirs.updated_at })
    expect(textsOf(await nurse.call(listNoteVersions, { note_id }))).toEqual(['mine', 'theirs', 'first'])
  })

  it('lets one of 20 at once through when each saw the same note, and loses none of 20 that did not look [NO-1]', async () => {
    const { note_id, updated_at: if_updated_at } = await write('first')
    const all = (more: object) =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) => nurse.send('POST', `/notes/${note_id}`, { note: `text ${n}`, ...more })),
      )
    expect((await all({ if_updated_at })).map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await all({})).map(({ status }) => status)).toEqual(Array(20).fill(200))
    const texts = new Set(textsOf(await nurse.call(listNoteVersions, { note_id })))
    for (let n = 0; n < 20; n++) expect(texts).toContain(`text ${n}`)
    expect(texts).toContain('first')
  })
})

it('answers of a foreign facility as if there were nothing [FA-4] [NO-1]', async () => {
  const { note_id } = await write('private')
  for (const attempt of [
    stranger.refused(listStoredNotes, { patient_id }),
    stranger.refused(createNote, { patient_id, note: 'x' }),
    nurse.refused(createNote, { patient_id, note: 'x', clinic_id: 'another' }),
    stranger.refused(updateNote, { note_id, note: 'x' }),
    stranger.refused(listNoteVersions, { note_id }),
  ])
    expect((await attempt).status).toBe(404)
  expect((await stranger.refused(listNotes, { clinic_id })).status).toBe(404)
  expect((await stranger.call(listNotes, {})).items).toEqual([])
  expect((await portal.anonymous.refused(listStoredNotes, { patient_id })).status).toBe(401)
})

it('of a deleted resident can be read, not written [NO-1] [RE-4]', async () => {
  const { note_id } = await write('before')
  await nurse.call(setResidentStatus, { patient_id, status: 0 })
  expect(textsOf(await nurse.call(listStoredNotes, { patient_id }))).toEqual(['before'])
  for (const attempt of [
    nurse.refused(createNote, { patient_id, note: 'after' }),
    nurse.refused(updateNote, { note_id, note: 'after' }),
  ]) {
    const { status, body } = await attempt
    expect([status, body.code]).toEqual([409, 'resident_deleted'])
  }
})

it('leaves its words out of the audit log [AP-5]', async () => {
  await write('secret words')
  const entries = await portal.owner.selectFrom('audit_entries').selectAll().execute()
  expect(entries.some(({ act }) => act === 'note.create')).toBe(true)
  expect(JSON.stringify(entries)).not.toContain('secret words')
})
