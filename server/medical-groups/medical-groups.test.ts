import {
  assignMedicalGroupClinics,
  createMedicalGroup,
  deleteMedicalGroup,
  listGroupedClinics,
  listMedicalGroupClinics,
  listMedicalGroups,
  readMedicalGroup,
  updateMedicalGroup,
} from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { medicalGroupRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient
let maple: string
let birch: string

beforeAll(async () => {
  portal = await startTestHttp(medicalGroupRoutes)
  admin = await portal.asUser()
  maple = await portal.createClinic({ name: 'Maple', tz: 'Europe/London' })
  birch = await portal.createClinic({ name: 'Birch' })
})
beforeEach(async () => void (await portal.owner.deleteFrom('medical_groups').execute()))
afterAll(() => portal.close())

const actsOf = async () =>
  (await portal.owner.selectFrom('audit_entries').select('act').orderBy('id', 'desc').limit(1).execute())[0]?.act

describe('a medical group', () => {
  it('is added with its facilities, read, changed and deleted, each act recorded [MG-1]', async () => {
    const made = await admin.call(createMedicalGroup, { name: ' North ', clinic_ids: [maple, maple] })
    const { medical_group_id } = made
    expect(made).toEqual({
      medical_group_id,
      name: 'North',
      description: '',
      facilities: [{ id: maple, name: 'Maple' }],
    })
    expect(await actsOf()).toBe('medical-group.create')
    expect(await admin.call(updateMedicalGroup, { medical_group_id, description: 'Two houses' })).toMatchObject({
      name: 'North',
      description: 'Two houses',
    })
    expect(await actsOf()).toBe('medical-group.update')
    const assigned = await admin.call(assignMedicalGroupClinics, { medical_group_id, clinic_ids: [birch, maple] })
    expect(assigned.facilities.map(({ name }) => name)).toEqual(['Birch', 'Maple'])
    expect(await actsOf()).toBe('medical-group.assign-clinics')
    expect(await admin.call(listMedicalGroupClinics, { medical_group_id })).toEqual({
      items: [
        { id: birch, name: 'Birch', tz: 'UTC' },
        { id: maple, name: 'Maple', tz: 'Europe/London' },
      ],
      pagination: { page: 1, page_size: 2, total_records: 2 },
    })
    await admin.call(deleteMedicalGroup, { medical_group_id })
    expect(await actsOf()).toBe('medical-group.delete')
    expect((await admin.refused(readMedicalGroup, { medical_group_id })).status).toBe(404)
  })

  it('takes its facilities by the name that answers have for them [MG-1]', async () => {
    const made = await admin.call(createMedicalGroup, { name: 'South', facilities: [maple] })
    expect(made.facilities).toEqual([{ id: maple, name: 'Maple' }])
    const { medical_group_id } = made
    const facilities = [...made.facilities, { id: birch }]
    const assigned = await admin.call(assignMedicalGroupClinics, { medical_group_id, facilities })
    expect(assigned.facilities.map(({ id }) => id)).toEqual([birch, maple])
    const update = { medical_group_id, name: 'Far south', facilities: [maple] }
    expect(await admin.call(updateMedicalGroup, update)).toEqual({ ...made, name: 'Far south' })
    expect(await actsOf()).toBe('medical-group.assign-clinics')
    expect((await admin.call(updateMedicalGroup, { medical_group_id, description: 'One' })).facilities).toHaveLength(1)
    expect((await admin.refused(updateMedicalGroup, { medical_group_id, facilities: ['nope'] })).body.field).toBe(
      'clinic_ids',
    )
    expect((await admin.call(updateMedicalGroup, { medical_group_id, clinic_ids: [] })).facilities).toEqual([])
    expect((await admin.refused(assignMedicalGroupClinics, { medical_group_id, facilities: ['nope'] })).status).toBe(
      422,
    )
    expect((await admin.refused(assignMedicalGroupClinics, { medical_group_id })).body.field).toBe('clinic_ids')
  })

  it('is found by its name, page by page, and by its facilities [MG-1] [MG-2]', async () => {
    for (const name of ['South', 'north', 'East']) await admin.call(createMedicalGroup, { name, clinic_ids: [birch] })
    const page = await admin.call(listMedicalGroups, { page: 1, page_size: 2 })
    expect(page.items.map(({ name }) => name)).toEqual(['East', 'north'])
    expect(page.pagination.total_records).toBe(3)
    expect((await admin.call(listMedicalGroups, { name: 'OUT' })).items.map(({ name }) => name)).toEqual(['South'])
    const { items } = await admin.call(listGroupedClinics, {})
    expect(items.map(({ name, medical_groups }) => [name, medical_groups.map((group) => group.name)])).toEqual([
      ['Birch', ['East', 'north', 'South']],
      ['Maple', []],
    ])
    const { medical_group_id } = page.items[0]!
    expect((await admin.call(listGroupedClinics, { medical_group_id })).items).toHaveLength(1)
  })

  it('comes, as its facilities do, where people look for it: 9 before 10, Ö beside O [MG-2]', async () => {
    const clinic_ids: string[] = []
    for (const name of ['Ward 10', 'Ward 9', 'Ward Özil']) clinic_ids.push(await portal.createClinic({ name }))
    for (const name of ['Zone', 'Group 10', 'group 9', 'Öst', 'Ost'])
      await admin.call(createMedicalGroup, { name, clinic_ids })
    const { items } = await admin.call(listMedicalGroups, {})
    expect(items.map(({ name }) => name)).toEqual(['group 9', 'Group 10', 'Ost', 'Öst', 'Zone'])
    const wards = ['Ward 9', 'Ward 10', 'Ward Özil']
    expect(items[0]!.facilities.map(({ name }) => name)).toEqual(wards)
    const grouped = await admin.call(listGroupedClinics, { name: 'ward' })
    expect(grouped.items.map(({ name }) => name)).toEqual(wards)
  })

  it('has a name of its own also when several are given it at once, and in letters that lose their case oddly [MG-1]', async () => {
    const made = (name: string) => admin.call(createMedicalGroup, { name })
    const groups = await Promise.all(['A', 'B', 'C', 'D'].map(made))
    const answers = await Promise.all(
      groups.map(({ medical_group_id }) =>
        admin.send('PUT', updateMedicalGroup.path.replace('{medical_group_id}', medical_group_id), { name: 'One' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    await made('İZMİR')
    const { medical_group_id } = await made('E')
    expect((await admin.refused(updateMedicalGroup, { medical_group_id, name: 'İZMİR' })).body.field).toBe('name')
  })

  it('has a name of its own, and facilities that exist [MG-1]', async () => {
    const north = await admin.call(createMedicalGroup, { name: 'North' })
    const south = await admin.call(createMedicalGroup, { name: 'South' })
    expect(await admin.refused(createMedicalGroup, { name: 'NORTH' })).toMatchObject({
      status: 409,
      body: { field: 'name' },
    })
    const rename = { medical_group_id: south.medical_group_id, name: 'north' }
    expect(await admin.refused(updateMedicalGroup, rename)).toMatchObject({ status: 409, body: { field: 'name' } })
    // Its own name in other letter case is no conflict.
    await admin.call(updateMedicalGroup, { medical_group_id: north.medical_group_id, name: 'NORTH' })
    const unknown = { medical_group_id: north.medical_group_id, clinic_ids: ['nowhere'] }
    expect(await admin.refused(assignMedicalGroupClinics, unknown)).toMatchObject({
      status: 422,
      body: { field: 'clinic_ids' },
    })
    expect((await admin.refused(createMedicalGroup, { name: ' ' })).status).toBe(422)
    for (const call of [readMedicalGroup, deleteMedicalGroup, listMedicalGroupClinics])
      expect((await admin.refused(call, { medical_group_id: 'nowhere' })).status).toBe(404)
  })

  it('does not lose the facilities that somebody has given it meanwhile [MG-1]', async () => {
    const { medical_group_id } = await admin.call(createMedicalGroup, { name: 'North', clinic_ids: [maple] })
    const was = { clinic_ids: [maple] }
    const assign = { medical_group_id, clinic_ids: [], was }
    await admin.call(assignMedicalGroupClinics, { medical_group_id, clinic_ids: [maple, birch], was })
    const stale = await admin.refused(assignMedicalGroupClinics, assign)
    expect(stale).toMatchObject({
      status: 409,
      body: { field: 'clinic_ids', message: m.clinic_assignment_edited_meanwhile({ clinics: 'Birch, Maple' }) },
    })
    expect((await admin.call(readMedicalGroup, { medical_group_id })).facilities).toHaveLength(2)
    // Repeated after a lost answer, and from someone who has seen the change.
    await admin.call(assignMedicalGroupClinics, { medical_group_id, clinic_ids: [birch, maple], was })
    const seen = { ...assign, was: { clinic_ids: [birch, maple] } }
    expect((await admin.call(assignMedicalGroupClinics, seen)).facilities).toEqual([])
  })

  it('is for administrators [MG-1]', async () => {
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [maple] })
    expect((await nurse.refused(listMedicalGroups, {})).status).toBe(403)
    expect((await nurse.refused(createMedicalGroup, { name: 'Mine' })).status).toBe(403)
    const manager = await portal.asUser({ groups: ['vc-admin', 'superadmin-feature'] })
    await manager.call(createMedicalGroup, { name: 'Theirs' })
  })
})
