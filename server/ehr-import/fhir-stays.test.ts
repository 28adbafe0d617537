import { updateClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { decideEhrImportRow, listEhrImports, saveEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type FhirResource,
  type FhirServer,
  fhirClientId,
  fhirPerson,
  startFhirServer,
} from '../../tests/kit/ehr-servers/index.ts'
import { watchMonitoring } from '../notifications/index.ts'
import { createLog } from '../platform/log.ts'
import { type ImportPortal, startImportPortal } from './import.fixture.ts'
import { scheduleImports } from './index.ts'

/** What FHIR servers say of stays, merges, names and dates, and what they refuse (EH-4). */

let portal: ImportPortal
let ehr: FhirServer
let clinic_id: string
beforeAll(async () => {
  portal = await startImportPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  ehr = await startFhirServer()
  const connected = await portal.connectFhir(ehr.url)
  clinic_id = connected.clinic_id
  ehr.jwksUrl = connected.jwks
})
afterEach(() => ehr.close())

const people = (...ids: string[]) => ids.flatMap((id) => fhirPerson(id))
/** Changes one resource. */
const change = (type: string, id: string, more: object) => {
  ehr.resources = ehr.resources.map((one) => (one.resourceType === type && one.id === id ? { ...one, ...more } : one))
}
const shown = async () =>
  (await portal.residents(clinic_id)).map(({ first_name, status, room }) => `${first_name} ${status} ${room}`).sort()

describe('who is there', () => {
  it('is said by encounters: without a current one nobody is admitted, and a resident is to leave [EH-4]', async () => {
    ehr.resources = people('a', 'b', 'c', 'd')
    change('Encounter', 'stay-c', { status: 'finished' })
    change('Encounter', 'stay-d', { status: 'onleave' })
    const first = await portal.preview(clinic_id)
    expect(first).toMatchObject({ counts: { create: 3, left_out: 1 }, limits: [] })
    await portal.confirm(first)
    change('Encounter', 'stay-b', { status: 'finished' })
    const run = await portal.preview(clinic_id)
    expect(run.counts).toMatchObject({ discharge: 1, unchanged: 2, left_out: 1 })
    await portal.confirm(run)
    expect(await shown()).toEqual(['Ada a 1 101-A', 'Ada b 2 101-A', 'Ada d 1 101-A'])
  })

  it('is unknown where the server only warns that it has no encounters [EH-4]', async () => {
    ehr.resources = people('a', 'b')
    await portal.importAll(clinic_id)
    const resource = { resourceType: 'OperationOutcome', issue: [{ severity: 'warning', code: 'not-found' }] }
    const none = { resourceType: 'Bundle', type: 'searchset', total: 0, link: [], entry: [{ resource }] }
    ehr.meddle = ({ pathname }) => (pathname.endsWith('/Encounter') ? { status: 200, body: none } : undefined)
    const run = await portal.preview(clinic_id)
    expect(run).toMatchObject({ state: 'done', limits: [{ resource: 'Encounter', status: null }] })
    expect(await shown()).toEqual(['Ada a 1 101-A', 'Ada b 1 101-A'])
  })

  it('keeps room and admission while they also have a visit, such as a call with a doctor [EH-4]', async () => {
    ehr.resources = people('a')
    const stay = { resourceType: 'Encounter', status: 'in-progress', subject: { reference: 'Patient/a' } }
    ehr.resources.push({ ...stay, id: 'visit', class: { code: 'VR' }, period: { start: '2026-11-01T10:00:00Z' } })
    await portal.importAll(clinic_id)
    expect(await portal.residents(clinic_id)).toMatchObject([{ room: '101-A', dateOfAdmission: '2026-03-01' }])
  })

  it('is where the newest stay is, whatever offsets their times have [EH-4]', async () => {
    await portal.admin.call(updateClinic, { clinic_id, tz: 'America/New_York' })
    ehr.resources = people('a')
    change('Encounter', 'stay-a', { period: { start: '2026-11-01T23:00:00-05:00' } })
    const stay = { resourceType: 'Encounter', status: 'in-progress', subject: { reference: 'Patient/a' } }
    for (const [id, start] of [
      ['earlier', '2026-11-02T03:00:00Z'],
      ['day', '2026-11-01'],
      ['month', '2026-11'],
      ['never', undefined],
      ['wrong', '2026-13-45T99:00:00Z'],
    ])
      ehr.resources.push({ ...stay, id, period: { start } } as FhirResource)
    await portal.importAll(clinic_id)
    expect(await portal.residents(clinic_id)).toMatchObject([{ room: '101-A', dateOfAdmission: '2026-11-01' }])
  })

  it.each([401, 403, 404, 500])(
    'is named as unknown when Encounter answers %i, and lived with [EH-4]',
    async (status) => {
      ehr.resources = people('a', 'b')
      ehr.meddle = ({ pathname }) => (pathname.endsWith('/Encounter') ? { status, body: {} } : undefined)
      const run = await portal.preview(clinic_id)
      expect(run).toMatchObject({ counts: { create: 2 }, limits: [{ resource: 'Encounter', status }] })
    },
  )

  it.each([401, 403, 404, 500])('has the room that they had when Location answers %i [EH-4]', async (status) => {
    ehr.resources = people('a')
    await portal.importAll(clinic_id)
    ehr.meddle = ({ pathname }) => (pathname.endsWith('/Location') ? { status, body: {} } : undefined)
    const run = await portal.preview(clinic_id)
    expect(run).toMatchObject({ state: 'done', limits: [{ resource: 'Location', status }] })
    expect(await shown()).toEqual(['Ada a 1 101-A'])
  })
})

it('the day of admission is the facility’s, whatever the offset of the server [EH-4]', async () => {
  await portal.admin.call(updateClinic, { clinic_id, tz: 'America/New_York' })
  ehr.resources = people('a', 'b', 'c')
  change('Encounter', 'stay-a', { period: { start: '2026-03-02T03:30:00Z' } })
  change('Encounter', 'stay-b', { period: { start: '2026-03-01T22:30:00.000-05:00' } })
  change('Encounter', 'stay-c', { period: { start: '2026-03-01' } })
  await portal.importAll(clinic_id)
  const days = (await portal.residents(clinic_id)).map(({ dateOfAdmission }) => dateOfAdmission)
  expect(days).toEqual(['2026-03-01', '2026-03-01', '2026-03-01'])
})

describe('records', () => {
  it.each(['before', 'after'])(
    'that were merged are followed by the surviving one, listed %s it [EH-4]',
    async (order) => {
      ehr.resources = people('m')
      await portal.importAll(clinic_id)
      const [before] = await portal.residents(clinic_id)
      const survivor = fhirPerson('z')
      const merged = fhirPerson('m', {
        active: false,
        link: [{ type: 'replaced-by', other: { reference: 'Patient/z' } }],
      })
      const many = people('p', 'q', 'r', 's')
      // The stay is still written under the merged record.
      const stays = [...fhirPerson('m').slice(1), ...survivor.slice(1, 4)]
      const patients = order === 'before' ? [merged[0]!, ...many, survivor[0]!] : [survivor[0]!, ...many, merged[0]!]
      ehr.resources = [...patients, ...stays]
      const run = await portal.preview(clinic_id)
      expect(run.counts).toMatchObject({ create: 4, discharge: 0, failed: 0, left_out: 1 })
      await portal.confirm(run)
      const held = await portal.residents(clinic_id)
      expect(held).toHaveLength(5)
      expect(held.find(({ patient_id }) => patient_id === before!.patient_id)).toMatchObject({
        ...{ status: 1, mrNo: 'MR-z', first_name: 'Ada z' },
      })
      // The merged record disappears one day.
      change('Encounter', 'stay-m', { subject: { reference: 'Patient/z' } })
      ehr.resources = ehr.resources.filter(({ resourceType, id }) => resourceType !== 'Patient' || id !== 'm')
      expect((await portal.preview(clinic_id)).state).toBe('done')
    },
  )

  it('of one person twice: the merged one is to leave [EH-4]', async () => {
    ehr.resources = people('m', 'z')
    await portal.importAll(clinic_id)
    change('Patient', 'm', { link: [{ type: 'replaced-by', other: { reference: 'Patient/z' } }] })
    const run = await portal.preview(clinic_id)
    expect(run.counts).toMatchObject({ discharge: 1, unchanged: 1 })
    expect((await portal.rows(run, 'discharge'))[0]).toMatchObject({
      name: 'Ada m Byron',
      reason: 'The EHR has merged this record with another',
    })
  })

  it('are known by the record number in use, not by an old one [EH-4]', async () => {
    const number = (value: string, more: object = {}) => ({ type: { coding: [{ code: 'MR' }] }, value, ...more })
    ehr.resources = [
      ...fhirPerson('a', { identifier: [number('OLD', { use: 'old' }), number('NEW')] }),
      ...fhirPerson('b', { identifier: [number('ENDED', { period: { end: '2025-01-01' } }), number('NOW')] }),
      ...fhirPerson('c', { identifier: [number('LAST', { use: 'old' })] }),
    ]
    await portal.importAll(clinic_id)
    expect((await portal.residents(clinic_id)).map(({ mrNo }) => mrNo).sort()).toEqual(['NEW', 'NOW', null])
  })

  it('with a name as text and a part of a date are taken, and it is said [EH-4]', async () => {
    ehr.resources = [
      ...fhirPerson('a', { name: [{ text: 'Grace Brewster Hopper' }], birthDate: '1932' }),
      ...fhirPerson('b', { name: [{ text: 'Turing, Alan' }], birthDate: '1932-06' }),
      ...fhirPerson('c', { name: [{ family: 'van Dijk', text: 'Edsger van Dijk' }] }),
    ]
    const run = await portal.preview(clinic_id)
    const rows = await portal.rows(run, 'create')
    expect(rows.map(({ name, reason, dob }) => [name, reason, dob])).toEqual([
      [
        'Grace Brewster Hopper',
        'Name taken from the EHR’s full name; check first and last name; Date of birth incomplete in the EHR (1932); left unknown',
        null,
      ],
      ['Alan Turing', expect.stringContaining('(1932-06); left unknown'), null],
      ['Edsger van Dijk', 'Name taken from the EHR’s full name; check first and last name', '1932-12-10'],
    ])
  })
})

describe('SMART scopes', () => {
  it.each([
    [['system/Patient.read', 'system/Encounter.read'], [], 'system/Patient.read system/Encounter.read'],
    [['system/*.read'], [], 'system/Patient.read system/Location.read system/Encounter.read'],
    [['system/Patient.rs', 'system/Location.rs'], [], 'system/Patient.rs system/Location.rs'],
  ])('are asked for as announced: %j [EH-4]', async (scopes, capabilities, asked) => {
    ehr.resources = people('a')
    Object.assign(ehr, { scopes, capabilities })
    await portal.preview(clinic_id)
    expect(ehr.scopesAsked).toEqual([asked])
  })

  it('are asked for as configured [EH-4]', async () => {
    ehr.resources = people('a')
    ehr.scopes = ['system/Patient.read', 'launch']
    const connection = { clinic_id, source: 'fhir' as const, base_url: `${ehr.url}/r4`, client_id: fhirClientId }
    await portal.admin.call(saveEhrConnection, { ...connection, scopes: 'system/Patient.read' })
    await portal.preview(clinic_id)
    expect(ehr.scopesAsked).toEqual(['system/Patient.read'])
    expect(await portal.admin.refused(saveEhrConnection, { ...connection, scopes: 'a  b"' })).toMatchObject({
      status: 422,
    })
  })
})

describe('scheduled imports', () => {
  const origin = () => ({
    database: portal.database,
    actor: { type: 'job' as const, name: 'schedule' },
    log: createLog('silent'),
  })
  const inHours = (hours: number) => Temporal.Now.instant().add({ hours })
  const schedule = (applies_certain: boolean) =>
    portal.admin.call(saveEhrConnection, {
      ...{ clinic_id, source: 'fhir', base_url: `${ehr.url}/r4`, client_id: fhirClientId },
      ...{ schedule: 'hourly', applies_certain },
    })
  const newest = async () => (await portal.admin.call(listEhrImports, { clinic_id })).items[0]
  afterEach(() => portal.owner.updateTable('ehr_connections').set({ schedule: 'off' }).execute())

  it('start once an hour, and wait for a person unless the facility allows more [EH-4]', async () => {
    ehr.resources = people('a')
    const begun = Temporal.Now.instant()
    const inHours = (hours: number) => begun.add({ hours })
    await schedule(false)
    await scheduleImports(origin(), begun)
    expect(await newest()).toBe(undefined)
    await scheduleImports(origin(), inHours(1))
    const run = (await newest())!
    expect(await portal.until(run.run_id, 'preview')).toMatchObject({ is_scheduled: true, counts: { create: 1 } })
    await scheduleImports(origin(), inHours(0))
    expect((await newest())!.run_id).toBe(run.run_id)
    // What nobody decided makes way for the next one.
    await scheduleImports(origin(), inHours(2))
    const next = (await newest())!
    expect(next.run_id).not.toBe(run.run_id)
    await portal.until(next.run_id, 'preview')
    await portal.admin.call(decideEhrImportRow, { run_id: next.run_id, row_no: 1, decision: 'skip' })
    await scheduleImports(origin(), inHours(3))
    expect((await newest())!.run_id).toBe(next.run_id)
  })

  it('write what is certain by themselves and leave the rest to a person, with notifications of beds [EH-4] [EH-5]', async () => {
    ehr.resources = people('a', 'b', 'c')
    await portal.importAll(clinic_id)
    const [a] = (await portal.residents(clinic_id)).filter(({ first_name }) => first_name === 'Ada a')
    const [c] = (await portal.residents(clinic_id)).filter(({ first_name }) => first_name === 'Ada c')
    const { device_id } = await portal.admin.call(createDevice, { clinic_id, device_uid: `bed-${clinic_id}` })
    await portal.admin.call(assignDevice, { device_id, patient_id: a!.patient_id, status: 1 })
    await portal.admin.call(saveResident, { clinic_id, patient_id: c!.patient_id, room: '500' })
    ehr.resources = [...fhirPerson('a', {}, '300'), ...people('b'), ...fhirPerson('c', {}, '301'), ...people('d')]
    change('Encounter', 'stay-b', { status: 'finished' })
    await schedule(true)
    await scheduleImports(origin(), inHours(2))
    const run = await portal.until((await newest())!.run_id, 'preview')
    expect(run).toMatchObject({ applied: 2, undecided: 1, counts: { create: 1, update: 1, discharge: 1, ask: 1 } })
    expect(await shown()).toEqual(['Ada a 1 300-A', 'Ada b 1 101-A', 'Ada c 1 500', 'Ada d 1 101-A'])
    const written = (await portal.rows(run)).find(({ kind }) => kind === 'update')!
    expect(written).toMatchObject({ applied: true, is_certain: true })
    expect(
      await portal.admin.refused(decideEhrImportRow, { run_id: run.run_id, row_no: written.row_no, decision: 'skip' }),
    ).toMatchObject({ status: 409 })
    const raised = await portal.owner
      .selectFrom('notifications')
      .select(['kind', 'patient_id'])
      .where('clinic_id', '=', clinic_id)
      .execute()
    expect(raised).toEqual([{ kind: 'bed_mismatch', patient_id: a!.patient_id }])
    await portal.confirm(run)
    expect(await shown()).toEqual(['Ada a 1 300-A', 'Ada b 2 101-A', 'Ada c 1 500', 'Ada d 1 101-A'])
  })

  it('tell staff when they fail for hours, or nobody confirms them for hours [EH-4] [AL-3]', async () => {
    const isTold = async () => {
      await watchMonitoring(origin(), { quietSeconds: 180, lookingSeconds: 600 })
      const open = portal.owner.selectFrom('monitoring_outages').where('ended_at', 'is', null)
      return (await open.where('clinic_id', '=', clinic_id).select('cause').execute()).some(
        ({ cause }) => cause === 'adt',
      )
    }
    const pass = async (hours: number) => {
      for (const [table, column] of [
        ['ehr_runs', 'started_at'],
        ['ehr_connections', 'updated_at'],
      ] as const)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(hours => ${hours})`.execute(
          portal.owner,
        )
    }
    const at = (base_url: string) =>
      portal.owner.updateTable('ehr_connections').set({ base_url }).where('clinic_id', '=', clinic_id).execute()
    const run = async (state: 'failed' | 'done' | 'preview') => {
      await scheduleImports(origin(), inHours(1))
      return portal.until((await newest())!.run_id, state)
    }
    ehr.resources = people('a')
    await schedule(true)
    await run('done')
    await pass(2)
    await at('http://127.0.0.1:1/r4')
    await run('failed')
    expect(await isTold()).toBe(false)
    await pass(3)
    expect(await isTold()).toBe(true)
    await at(`${ehr.url}/r4`)
    await run('done')
    expect(await isTold()).toBe(false)
    await schedule(false)
    ehr.resources = people('a', 'b')
    // Each makes way for the next, and the change waits all the same.
    for (const hours of [2, 1]) {
      await pass(hours)
      await run('preview')
      expect(await isTold()).toBe(false)
    }
    await pass(2)
    const waiting = await run('preview')
    expect(await isTold()).toBe(true)
    await portal.admin.call(decideEhrImportRow, { run_id: waiting.run_id, row_no: 2, decision: 'skip' })
    await portal.confirm(waiting)
    expect(await isTold()).toBe(false)
    await pass(5)
    expect(await isTold()).toBe(true)
  })

  it('write nothing by themselves when a part of the EHR is missing [EH-4]', async () => {
    ehr.resources = people('a')
    ehr.types = ['Patient', 'Location']
    await schedule(true)
    await scheduleImports(origin(), inHours(2))
    const run = await portal.until((await newest())!.run_id, 'preview')
    expect(run).toMatchObject({ applied: 0, limits: [{ resource: 'Encounter', status: 404 }] })
  })
})
