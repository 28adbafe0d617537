import { readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import * as calls from '@eupnea/contract/ehr-import.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PccPatient, type PccServer, pccPatients, startPccServer } from '../../tests/kit/ehr-servers/index.ts'
import { type ImportPortal, startImportPortal } from './import.fixture.ts'

/** Effects on residents of importing once, and again (EH-1, EH-3). */

let portal: ImportPortal
let ehr: PccServer

beforeAll(async () => {
  portal = await startImportPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ehr = await startPccServer()
})
afterEach(() => ehr.close())

const ada: PccPatient = {
  ...{ patientId: 1, medicalRecordNumber: 'MR1', firstName: 'Ada', lastName: 'Byron', birthDate: '1935-12-10' },
  ...{ gender: 'FEMALE', roomDesc: '101', bedDesc: 'A', floorDesc: '1' },
}
const alan: PccPatient = {
  ...{ patientId: 2, medicalRecordNumber: 'MR2', firstName: 'Alan', lastName: 'Turing', birthDate: '1932-06-23' },
  ...{ gender: 'MALE', roomDesc: '102', floorDesc: '1' },
}

const byName = async (clinic_id: string, first_name: string) => {
  const found = (await portal.residents(clinic_id)).filter((resident) => resident.first_name === first_name)
  expect(found).toHaveLength(1)
  return found[0]!
}
const statusOf = async (id: string) => (await portal.admin.call(readClinic, { clinic_id: id })).ehr_integration_status
const auditsSince = async (clinic_id: string, act: string) =>
  (await portal.owner.selectFrom('audit_entries').selectAll().where('clinic_id', '=', clinic_id).execute()).filter(
    (entry) => entry.act.startsWith(act),
  )

it('is started by a call, says so, and writes nothing before somebody confirms [EH-1] [EH-3]', async () => {
  ehr.patients = [ada, alan]
  const clinic_id = await portal.connectPcc(ehr)
  expect(await statusOf(clinic_id)).toBe('connected')
  const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  const started = await nurse.call(calls.startEhrImport, { clinic_id })
  expect(started).toEqual({
    success: true,
    message: 'PCC Integration started successfully',
    ehr_integration_status: 'reading',
    run_id: started.run_id,
  })
  const preview = await portal.until(started.run_id, 'preview')
  expect(preview).toMatchObject({ rows_read: 2, pages: 1, counts: { create: 2 }, started_by: nurse.email })
  expect(await statusOf(clinic_id)).toBe('waiting for confirmation')
  expect(await portal.residents(clinic_id)).toEqual([])

  await nurse.call(calls.confirmEhrImport, { run_id: started.run_id })
  expect(await portal.until(started.run_id, 'done')).toMatchObject({ applied: 2, confirmed_by: nurse.email })
  expect(await statusOf(clinic_id)).toBe('imported')
  expect(await byName(clinic_id, 'Ada')).toMatchObject({
    ...{ last_name: 'Byron', dob: '1935-12-10', gender: 'female', mrNo: 'MR1', room: '101-A', floor: '1', status: 1 },
  })
  const audits = await auditsSince(clinic_id, 'resident.import')
  expect(audits).toHaveLength(2)
  for (const entry of audits) {
    expect(entry.detail).toEqual({ run_id: started.run_id, confirmed_by: nurse.email })
    expect(entry.resident_id).toBeTruthy()
  }
})

it('changes nothing that has not changed when it runs again [EH-3]', async () => {
  ehr.patients = pccPatients(120)
  const clinic_id = await portal.connectPcc(ehr)
  expect(await portal.importAll(clinic_id)).toMatchObject({ applied: 120, pages: 3 })
  const before = await portal.residents(clinic_id)
  const audits = (await auditsSince(clinic_id, 'resident.import')).length
  const again = await portal.preview(clinic_id)
  expect(again).toMatchObject({ state: 'done', counts: { unchanged: 120, create: 0, update: 0 }, applied: 0 })
  expect(await portal.residents(clinic_id)).toEqual(before)
  expect(await auditsSince(clinic_id, 'resident.import')).toHaveLength(audits)
})

it('brings admissions, another room and who has left in a later run; who leaves frees the device [EH-3]', async () => {
  ehr.patients = [ada, alan]
  const clinic_id = await portal.connectPcc(ehr)
  await portal.importAll(clinic_id)
  const { patient_id } = await byName(clinic_id, 'Alan')
  const { device_id } = await portal.admin.call(createDevice, { clinic_id })
  await portal.admin.call(assignDevice, { device_id, patient_id, status: 1 })
  const grace = { ...alan, patientId: 3, medicalRecordNumber: 'MR3', firstName: 'Grace', lastName: 'Hopper' }
  ehr.patients = [{ ...ada, roomDesc: '205', bedDesc: undefined }, grace]
  const run = await portal.preview(clinic_id)
  expect(run.counts).toMatchObject({ create: 1, update: 1, discharge: 1, ask: 0 })
  const [moved] = await portal.rows(run, 'update')
  expect(moved?.changes).toEqual([{ field: 'room', from: '101-A', to: '205', asks: false }])
  await portal.confirm(run)
  expect(await byName(clinic_id, 'Ada')).toMatchObject({ room: '205', status: 1 })
  expect(await byName(clinic_id, 'Alan')).toMatchObject({ status: 2, room: '102', device: null })
  expect(await byName(clinic_id, 'Grace')).toMatchObject({ status: 1 })
  // Back again in another run.
  ehr.patients = [{ ...ada, roomDesc: '205', bedDesc: undefined }, grace, alan]
  await portal.importAll(clinic_id)
  expect(await byName(clinic_id, 'Alan')).toMatchObject({ status: 1 })
  const acts = (await auditsSince(clinic_id, 'resident.import')).map(({ act }) => act)
  expect(acts).toContain('resident.import-discharge')
  expect(acts).toContain('resident.import-readmit')
})

describe('what staff have changed here', () => {
  it('stays while the EHR says what it said before, and is asked about when it says something else [EH-3]', async () => {
    ehr.patients = [ada]
    const clinic_id = await portal.connectPcc(ehr)
    await portal.importAll(clinic_id)
    const { patient_id } = await byName(clinic_id, 'Ada')
    await portal.admin.call(saveResident, { patient_id, room: '7' })
    expect(await portal.importAll(clinic_id)).toMatchObject({ counts: { unchanged: 1 } })
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ room: '7' })

    ehr.patients = [{ ...ada, roomDesc: '300', bedDesc: undefined, lastName: 'Lovelace' }]
    let run = await portal.preview(clinic_id)
    let [row] = await portal.rows(run, 'ask')
    expect(row?.changes).toEqual([
      { field: 'last_name', from: 'Byron', to: 'Lovelace', asks: false },
      { field: 'room', from: '7', to: '300', asks: true },
    ])
    // Nobody decides: values from the EHR follow it, values changed by staff stay and are asked about again.
    await portal.confirm(run)
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ room: '7', last_name: 'Lovelace' })
    run = await portal.preview(clinic_id)
    ;[row] = await portal.rows(run, 'ask')
    expect(row?.changes).toEqual([{ field: 'room', from: '7', to: '300', asks: true }])
    // Our value is right: not asked again as long as the EHR repeats its own.
    await portal.admin.call(calls.decideEhrImportRow, { run_id: run.run_id, row_no: row!.row_no, decision: 'apply' })
    await portal.confirm(run)
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ room: '7' })
    expect(await portal.preview(clinic_id)).toMatchObject({ state: 'done', counts: { unchanged: 1, ask: 0 } })
    // This time the EHR is right.
    ehr.patients = [{ ...ada, roomDesc: '301', bedDesc: undefined, lastName: 'Lovelace' }]
    run = await portal.preview(clinic_id)
    ;[row] = await portal.rows(run, 'ask')
    const decision = { run_id: run.run_id, row_no: row!.row_no, decision: 'apply' as const, take: ['room' as const] }
    await portal.admin.call(calls.decideEhrImportRow, decision)
    await portal.confirm(run)
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ room: '301' })
  })

  it('stays when it is changed between preview and confirmation [EH-3]', async () => {
    ehr.patients = [ada]
    const clinic_id = await portal.connectPcc(ehr)
    await portal.importAll(clinic_id)
    ehr.patients = [{ ...ada, roomDesc: '300' }]
    const run = await portal.preview(clinic_id)
    const { patient_id } = await byName(clinic_id, 'Ada')
    await portal.admin.call(saveResident, { patient_id, floor: '9' })
    expect(await portal.confirm(run)).toMatchObject({ applied: 0, looked_at: 1 })
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ room: '101-A', floor: '9' })
    expect((await portal.rows(run, 'update'))[0]?.reason).toMatch(/Edited here after the preview/)
  })

  it('also when staff discharged or deleted somebody whom the EHR still lists [EH-3]', async () => {
    ehr.patients = [ada, alan]
    const clinic_id = await portal.connectPcc(ehr)
    await portal.importAll(clinic_id)
    const [first, second] = [await byName(clinic_id, 'Ada'), await byName(clinic_id, 'Alan')]
    await portal.admin.call(setResidentStatus, { patient_id: first.patient_id, status: 2 })
    await portal.admin.call(setResidentStatus, { patient_id: second.patient_id, status: 0 })
    expect(await portal.importAll(clinic_id)).toMatchObject({ counts: { unchanged: 2 } })
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ status: 2 })
    expect(await byName(clinic_id, 'Alan')).toMatchObject({ status: 0 })
    expect(await portal.residents(clinic_id)).toHaveLength(2)

    // Its values for a deleted resident don't count, however often they are read, until the resident is restored.
    ehr.patients = [ada, { ...alan, roomDesc: '300' }]
    for (const _ of [1, 2])
      expect(await portal.preview(clinic_id)).toMatchObject({ state: 'done', counts: { unchanged: 2 } })
    ehr.patients = [ada]
    expect(await portal.preview(clinic_id)).toMatchObject({ state: 'done', counts: { unchanged: 1 } })
    await portal.admin.call(setResidentStatus, { patient_id: second.patient_id, status: 1 })
    ehr.patients = [ada, { ...alan, roomDesc: '300' }]
    expect(await portal.importAll(clinic_id)).toMatchObject({ counts: { update: 1, unchanged: 1 } })
    expect(await byName(clinic_id, 'Alan')).toMatchObject({ status: 1, room: '300' })
  })
})

describe('residents who are here already', () => {
  const add = (clinic_id: string, fields: Record<string, string>) =>
    portal.admin.call(saveResident, { clinic_id, first_name: 'Ada', last_name: 'Byron', ...fields })

  it('are known by their record number; what is missing is filled in, what differs is asked about [EH-3]', async () => {
    ehr.patients = [ada]
    const clinic_id = await portal.connectPcc(ehr)
    const { patient_id } = await add(clinic_id, { mrNo: 'MR1', room: '99' })
    const run = await portal.preview(clinic_id)
    const [row] = await portal.rows(run, 'ask')
    expect(row).toMatchObject({ patient_id, candidates: [] })
    expect(row?.changes.filter(({ asks }) => asks)).toEqual([{ field: 'room', from: '99', to: '101-A', asks: true }])
    await portal.confirm(run)
    const residents = await portal.residents(clinic_id)
    expect(residents).toHaveLength(1)
    expect(residents[0]).toMatchObject({ patient_id, room: '99', dob: '1935-12-10', gender: 'female', floor: '1' })
  })

  it('with the same name and birth date wait for a person, who may link or add them [EH-3]', async () => {
    ehr.patients = [ada, alan]
    const clinic_id = await portal.connectPcc(ehr)
    const { patient_id } = await add(clinic_id, { dob: '1935-12-10', room: '99' })
    const other = await portal.admin.call(saveResident, { clinic_id, first_name: 'ALAN', last_name: 'Türing' })
    let run = await portal.preview(clinic_id)
    const rows = await portal.rows(run, 'ask')
    expect(rows.map(({ candidates }) => candidates.map((one) => one.patient_id))).toEqual([
      [patient_id],
      [other.patient_id],
    ])
    expect(run.undecided).toBe(2)
    // Nobody decides: nothing happens to them.
    await portal.confirm(run)
    expect(await portal.residents(clinic_id)).toHaveLength(2)

    run = await portal.preview(clinic_id)
    const [first, second] = await portal.rows(run, 'ask')
    const { run_id } = run
    const decide = (row_no: number, more: object) =>
      portal.admin.call(calls.decideEhrImportRow, { run_id, row_no, decision: 'new', ...more })
    await decide(first!.row_no, { decision: 'link', patient_id, take: ['room'] })
    await decide(second!.row_no, { decision: 'new' })
    for (const [wrong, status] of [
      [{ decision: 'link', patient_id: other.patient_id }, 422],
      [{ decision: 'apply' }, 422],
    ] as const)
      expect(
        (await portal.admin.refused(calls.decideEhrImportRow, { run_id, row_no: first!.row_no, ...wrong })).status,
      ).toBe(status)
    await portal.confirm(run)
    const residents = await portal.residents(clinic_id)
    expect(residents).toHaveLength(3)
    expect(residents.find((one) => one.patient_id === patient_id)).toMatchObject({ room: '101-A', mrNo: 'MR1' })
    expect(residents.find((one) => one.patient_id === other.patient_id)).toMatchObject({ mrNo: null })
    expect(await portal.preview(clinic_id)).toMatchObject({ state: 'done', counts: { unchanged: 2, ask: 0 } })
  })

  it('and were discharged come back when they are linked so; about what else differs the next import asks [EH-3]', async () => {
    ehr.patients = [ada, { ...alan, medicalRecordNumber: undefined }]
    const clinic_id = await portal.connectPcc(ehr)
    const { patient_id } = await add(clinic_id, { dob: '1935-12-10', room: '99' })
    const { patient_id: other } = await add(clinic_id, { first_name: 'Alan', last_name: 'Turing' })
    for (const one of [patient_id, other]) await portal.admin.call(setResidentStatus, { patient_id: one, status: 2 })
    let run = await portal.preview(clinic_id)
    const [first, second] = await portal.rows(run, 'ask')
    const link = { run_id: run.run_id, decision: 'link' as const }
    await portal.admin.call(calls.decideEhrImportRow, { ...link, row_no: first!.row_no, patient_id, take: ['status'] })
    await portal.admin.call(calls.decideEhrImportRow, { ...link, row_no: second!.row_no, patient_id: other })
    await portal.confirm(run)
    expect(await byName(clinic_id, 'Ada')).toMatchObject({ status: 1, room: '99', mrNo: 'MR1' })
    expect(await byName(clinic_id, 'Alan')).toMatchObject({ status: 2, room: '102' })

    run = await portal.preview(clinic_id)
    const asked = (await portal.rows(run, 'ask')).map(({ patient_id, changes }) => ({ patient_id, changes }))
    expect(asked).toEqual([
      { patient_id, changes: [{ field: 'room', from: '99', to: '101-A', asks: true }] },
      { patient_id: other, changes: [{ field: 'status', from: '2', to: '1', asks: true }] },
    ])
  })
})

it('lists rows that cannot be used with the reason, and goes on with the rest [EH-3]', async () => {
  const bad: [unknown, string][] = [
    [{ ...ada, patientId: 11, firstName: '' }, 'First name: missing'],
    [{ ...ada, patientId: 10, firstName: '\u200b\u202e' }, 'First name: missing'],
    [{ ...ada, patientId: 12, lastName: undefined }, 'Last name: missing'],
    [{ ...ada, patientId: 13, birthDate: '1935-02-30' }, 'Date of birth: not a date'],
    [{ ...ada, patientId: 14, birthDate: '2999-01-01' }, 'Date of birth: in the future'],
    [{ ...ada, patientId: 15, birthDate: '1799-01-01' }, 'Date of birth: more than 125 years ago'],
    [{ ...ada, patientId: 16, roomDesc: 'x'.repeat(65) }, 'Room: longer than 64 characters'],
    [{ ...ada, patientId: 17, firstName: '<script>alert(1)</script>' }, 'First name: contains markup'],
    [{ ...ada, patientId: 18, lastName: 'By\u0000ron' }, 'Last name: contains characters that aren’t text'],
    [
      JSON.parse('{"patientId":19,"firstName":"A","lastName":"B","__proto__":{"x":1}}'),
      'Contains a field name that isn’t allowed',
    ],
    [{ ...ada, patientId: undefined }, 'ID missing or invalid'],
    [{ ...ada, patientId: 20, gender: { code: 'F' } }, 'Gender: not text'],
    [null, 'ID missing or invalid'],
    ['text', 'ID missing or invalid'],
    [{ ...alan, medicalRecordNumber: 'MR9' }, 'The EHR lists this ID twice'],
    [{ ...ada, patientId: 21, medicalRecordNumber: 'MR2' }, 'The EHR lists this record number twice'],
  ]
  ehr.patients = [alan, ...bad.map(([row]) => row)]
  const clinic_id = await portal.connectPcc(ehr)
  const run = await portal.preview(clinic_id)
  expect(run.counts).toMatchObject({ create: 1, failed: bad.length })
  expect((await portal.rows(run, 'failed')).map(({ reason }) => reason)).toEqual(bad.map(([, reason]) => reason))
  expect(await portal.confirm(run)).toMatchObject({ applied: 1 })
  expect(await portal.residents(clinic_id)).toHaveLength(1)
  expect(({} as Record<string, unknown>).x).toBeUndefined()
  // An unusable row doesn't make its resident leave.
  ehr.patients = [{ ...alan, lastName: '' }]
  expect((await portal.preview(clinic_id)).counts).toMatchObject({ failed: 1, discharge: 0 })
})

it('does not empty a house because the EHR has lost its patients: it asks about each [EH-3]', async () => {
  ehr.patients = pccPatients(20)
  const clinic_id = await portal.connectPcc(ehr)
  await portal.importAll(clinic_id)
  ehr.patients = []
  const run = await portal.preview(clinic_id)
  expect(run.counts).toMatchObject({ ask: 20, discharge: 0 })
  const [row] = await portal.rows(run, 'ask')
  const decision = { row_no: row!.row_no, decision: 'apply' as const, take: ['status' as const] }
  await portal.admin.call(calls.decideEhrImportRow, { run_id: run.run_id, ...decision })
  await portal.confirm(run)
  const residents = await portal.residents(clinic_id)
  expect(residents.filter(({ status }) => status === 2)).toHaveLength(1)
})

it('takes an id that now means somebody else for a fault, not for news [EH-3]', async () => {
  ehr.patients = [ada]
  const clinic_id = await portal.connectPcc(ehr)
  await portal.importAll(clinic_id)
  ehr.patients = [{ ...alan, patientId: 1 }]
  const run = await portal.preview(clinic_id)
  expect(run.counts).toMatchObject({ failed: 1, update: 0, discharge: 0 })
  expect(await byName(clinic_id, 'Ada')).toMatchObject({ status: 1 })
})

it('leaves out floors that the facility does not have, and knows them by other spellings [EH-3]', async () => {
  ehr.patients = [ada, { ...alan, floorDesc: 'Floor 2' }]
  const clinic_id = await portal.connectPcc(ehr, await portal.createClinic({ floors: ['2', '3'] }))
  const run = await portal.preview(clinic_id)
  expect((await portal.rows(run)).map(({ reason }) => reason)).toEqual([
    'Floor 1 skipped; add it to the facility first',
    '',
  ])
  await portal.confirm(run)
  expect(await byName(clinic_id, 'Ada')).toMatchObject({ floor: '' })
  expect(await byName(clinic_id, 'Alan')).toMatchObject({ floor: '2' })
})

it('goes along with a floor that is renamed, whose former name the EHR still sends [EH-3] [FA-1]', async () => {
  const grace = { ...alan, patientId: 3, medicalRecordNumber: 'MR3', firstName: 'Grace', floorDesc: '2' }
  ehr.patients = [ada]
  const clinic_id = await portal.connectPcc(ehr, await portal.createClinic({ floors: ['1', '2', '3'] }))
  await portal.importAll(clinic_id)
  ehr.patients = [{ ...ada, floorDesc: '2' }, grace]
  const run = await portal.preview(clinic_id)
  const renamed_floors = [{ from: '2', to: 'Upper' }]
  await portal.admin.call(updateClinic, { clinic_id, floors: ['1', 'Upper', '3'], renamed_floors })
  await portal.confirm(run)
  const floors = async () => (await portal.residents(clinic_id)).map(({ floor }) => floor)
  expect(await floors()).toEqual(['Upper', 'Upper'])
  expect(await portal.importAll(clinic_id)).toMatchObject({ counts: { unchanged: 2 } })
  expect(await floors()).toEqual(['Upper', 'Upper'])
  // The floor is as the EHR had it, so another one needs nobody to decide.
  ehr.patients = [{ ...ada, floorDesc: '3' }, grace]
  expect(await portal.importAll(clinic_id)).toMatchObject({ counts: { update: 1, ask: 0 } })
  expect(await byName(clinic_id, 'Ada')).toMatchObject({ floor: '3' })
})

describe('one import of a facility at a time', () => {
  it('refuses a second start, and lets one that has written nothing be discarded [EH-1]', async () => {
    ehr.patients = [ada]
    const clinic_id = await portal.connectPcc(ehr)
    const starts = await Promise.all(
      Array.from({ length: 6 }, () => portal.admin.send('POST', '/ehr-import', { clinic_id })),
    )
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const run_id = (starts.find(({ status }) => status === 200)!.body as { run_id: string }).run_id
    await portal.until(run_id, 'preview')
    expect((await portal.admin.refused(calls.startEhrImport, { clinic_id })).body.code).toBe('import_under_way')
    await portal.admin.call(calls.cancelEhrImport, { run_id })
    expect((await portal.admin.refused(calls.confirmEhrImport, { run_id })).status).toBe(409)
    expect(await portal.residents(clinic_id)).toEqual([])
    expect(await portal.importAll(clinic_id)).toMatchObject({ applied: 1 })
    const { items } = await portal.admin.call(calls.listEhrImports, { clinic_id })
    expect(items.map(({ state }) => state)).toEqual(['done', 'cancelled'])
  })

  it('is refused without a connection, and for the facility of others [EH-1]', async () => {
    const clinic_id = await portal.createClinic()
    expect((await portal.admin.refused(calls.startEhrImport, { clinic_id })).body.code).toBe('ehr_not_connected')
    const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const foreign = await portal.connectPcc(ehr)
    const run = await portal.preview(foreign)
    for (const [call, input] of [
      [calls.startEhrImport, { clinic_id: foreign }],
      [calls.readEhrImport, { run_id: run.run_id }],
      [calls.listEhrImportRows, { run_id: run.run_id }],
      [calls.cancelEhrImport, { run_id: run.run_id }],
      [calls.readEhrConnection, { clinic_id: foreign }],
    ] as const)
      expect((await stranger.refused(call, input)).status, call.name).toBe(404)
  })
})
