import { updateClinic } from '@eupnea/contract/clinics.ts'
import { eraseResident } from '@eupnea/contract/privacy.ts'
import {
  emailReport,
  listDailyReports,
  type MadeReport,
  sendDownloadReport,
} from '@eupnea/contract/report-deliveries.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient } from '../../tests/kit/portal.ts'
import { factsOf } from '../../tests/kit/read-pdf.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { sweepFiles } from '../files/index.ts'
import { createLog } from '../platform/log.ts'
import { createSealer } from '../platform/seal.ts'
import { type House, minutesFrom, openHouse, type Place, today } from '../reports/history.fixture.ts'
import { reportDeliveryRoutes, sendDailyReports } from '../reports/index.ts'
import { privacyRoutes } from './index.ts'

/** Existing daily reports, stored or waiting in mails, when somebody in them is erased. */

const store = createMemoryStore()
const sealer = createSealer('a secret of tests')
/** In Auckland the day begins thirteen hours earlier. */
const came = Temporal.Instant.from('2026-03-10T20:00Z')
const left = Temporal.Instant.from('2026-03-12T08:00Z')
let house: House
let clinic: Place
let staff: SignedInClient

beforeAll(async () => {
  house = await openHouse({ first: '2026-03-01', last: today(1) }, [
    ...reportDeliveryRoutes(store, sealer),
    ...privacyRoutes,
    ...clinicRoutes(store),
  ])
  clinic = await house.createClinic('Pacific/Auckland')
  staff = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
  const device = await house.addDevice(clinic)
  await house.lay(await house.addResident(clinic), device, came.subtract({ hours: 200 }))
  for (let hours = -48; hours < 120; hours += 12)
    await house.writeMinutes(device, minutesFrom(came.add({ hours }), 5), clinic)
})
afterAll(() => house.http.close())

/** A resident who has left and had a device between the two instants. */
async function addGone(): Promise<string> {
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await house.lay(patient_id, device, came, left)
  await house.writeMinutes(device, minutesFrom(came, 36 * 60 - 1), clinic)
  await house.http.owner.updateTable('residents').set({ status: 2 }).where('id', '=', patient_id).execute()
  return patient_id
}
const save = (date: string) => staff.call(sendDownloadReport, { clinic_id: clinic.id, date })
const open = async ({ url }: MadeReport) => {
  const answer = await fetch(`${house.http.url}${url}`, { headers: { authorization: `Bearer ${staff.token}` } })
  return { status: answer.status, pdf: new Uint8Array(await answer.arrayBuffer()) }
}
/** Residents in a report's table. */
const rowsIn = async (report: MadeReport) => ((await factsOf((await open(report)).pdf)).structure.TR ?? 1) - 1
const mailOf = ({ url }: MadeReport) => ({
  ...{ url, recipients: [staff.email], details: {} },
  report_type: 'clinical-daily-report' as const,
})
const send = (report: MadeReport) => staff.call(emailReport, mailOf(report))
/** Does something else when a report has been read and drawn, and its file isn't announced yet. */
async function beforeItsFile<T>(making: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const { owner } = house.http
  await sql`create function wait_in_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(4711); return new; end'`.execute(owner)
  await sql`create trigger wait_in_test before insert on files execute function wait_in_test()`.execute(owner)
  const made = await owner.transaction().execute(async (held) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(held)
    const answer = making()
    await untilWaiting(owner, answer)
    await meanwhile()
    return { answer }
  })
  await sql`drop function wait_in_test cascade`.execute(owner)
  return made.answer
}
const sweep = () =>
  sweepFiles({ database: house.http.database, actor: { type: 'job', name: 'sweep' }, log: createLog('silent') }, store)

describe('a daily report that was kept', () => {
  it('is made anew without who was erased, and stays as it was where they were not [PR-1] [RP-6]', async () => {
    const patient_id = await addGone()
    const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14']
    const reports: MadeReport[] = []
    for (const day of days) reports.push(await save(day))
    const before = await Promise.all(reports.map(open))
    expect(await Promise.all(reports.map(rowsIn))).toEqual([1, 2, 2, 1, 1])
    await house.admin.call(eraseResident, { patient_id })
    await sweep()
    expect(await Promise.all(reports.map(rowsIn))).toEqual([1, 1, 1, 1, 1])
    // Still listed, and those of other days unchanged; the report of the day after they left may have been made before
    // it ended.
    const { items } = await staff.call(listDailyReports, { clinic_id: clinic.id })
    expect(items.map(({ report_id }) => report_id).toSorted()).toEqual(reports.map((one) => one.report_id).toSorted())
    const after = await Promise.all(reports.map(open))
    const isSame = after.map(({ pdf }, index) => Buffer.from(pdf).equals(before[index]!.pdf))
    expect([isSame[0], isSame[4]]).toEqual([true, true])
    expect(await send(reports[1]!)).toMatchObject({ sent_to: 1 })
  })

  it('of days before a new device had stored anything stays, although it was theirs from then on [PR-1]', async () => {
    const ward = await house.createClinic('Pacific/Auckland')
    const before = await house.addDevice(ward)
    await house.lay(await house.addResident(ward), before, came.subtract({ hours: 200 }))
    await house.writeMinutes(before, minutesFrom(came.subtract({ hours: 96 }), 8 * 24 * 60), ward)
    const device = await house.addDevice(ward)
    const patient_id = await house.addResident(ward)
    // Linked on the 12th, with what it had stored since the 11th.
    await house.lay(patient_id, device, came.subtract({ hours: 120 }), left.add({ hours: 24 }))
    await house.http.owner
      .updateTable('device_assignments')
      .set({ linked_at: left })
      .where('resident_id', '=', patient_id)
      .execute()
    await house.writeMinutes(device, minutesFrom(came, 60), ward)
    await house.http.owner.updateTable('residents').set({ status: 2 }).where('id', '=', patient_id).execute()
    const staffHere = await house.http.asUser({ groups: ['clinic'], clinicIds: [ward.id] })
    for (const date of ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'])
      await staffHere.call(sendDownloadReport, { clinic_id: ward.id, date })
    await house.admin.call(eraseResident, { patient_id })
    const kept = await house.http.owner
      .selectFrom('files')
      .select(sql<string>`day::text`.as('day'))
      .where('clinic_id', '=', ward.id)
      .where('state', '<>', 'removed')
      .orderBy('day')
      .execute()
    expect(kept.map(({ day }) => day)).toEqual(['2026-03-09', '2026-03-10'])
  })

  it('loses who was erased also where the facility had another zone when it was made [PR-1] [FA-3]', async () => {
    const ward = await house.createClinic('UTC')
    const device = await house.addDevice(ward)
    const patient_id = await house.addResident(ward)
    await house.lay(patient_id, device, came, left)
    await house.writeMinutes(device, minutesFrom(came, 60), ward)
    await house.http.owner.updateTable('residents').set({ status: 2 }).where('id', '=', patient_id).execute()
    const report = await house.admin.call(sendDownloadReport, { clinic_id: ward.id, date: '2026-03-10' })
    // Where they came on the 11th.
    await house.admin.call(updateClinic, { clinic_id: ward.id, tz: 'Pacific/Auckland' })
    await house.admin.call(eraseResident, { patient_id })
    const answer = await house.admin.send('GET', report.url.replace('/api', ''))
    expect(answer).toMatchObject({ status: 404, body: { code: 'report_data_missing' } })
  })

  it('says that nothing is left where nobody is [PR-1]', async () => {
    const lonely = await house.createClinic('Pacific/Auckland')
    const device = await house.addDevice(lonely)
    const patient_id = await house.addResident(lonely)
    await house.lay(patient_id, device, came, left)
    await house.writeMinutes(device, minutesFrom(came, 60), lonely)
    await house.http.owner.updateTable('residents').set({ status: 2 }).where('id', '=', patient_id).execute()
    const report = await house.admin.call(sendDownloadReport, { clinic_id: lonely.id, date: '2026-03-11' })
    await house.admin.call(eraseResident, { patient_id })
    const answer = await house.admin.send('GET', report.url.replace('/api', ''))
    expect(answer).toMatchObject({ status: 404, body: { code: 'report_data_missing' } })
  })

  it('is not kept with somebody who was erased while it was made [PR-1] [RP-6]', async () => {
    const patient_id = await addGone()
    const saving = await beforeItsFile(
      () => staff.refused(sendDownloadReport, { clinic_id: clinic.id, date: '2026-03-11' }),
      () => house.admin.call(eraseResident, { patient_id }),
    )
    expect(saving).toMatchObject({ status: 409, body: { code: 'resident_erased' } })
    expect(await rowsIn(await save('2026-03-11'))).toBe(1)
  })

  it('is not kept with somebody whose erasure had begun before it was read [PR-1] [RP-6]', async () => {
    const patient_id = await addGone()
    const { owner } = house.http
    const saving = await owner.transaction().execute(async (erasing) => {
      await sql`select set_config('app.scope', 'all', true), erase_resident(${patient_id})`.execute(erasing)
      const saving = staff.refused(sendDownloadReport, { clinic_id: clinic.id, date: '2026-03-11' })
      await untilWaiting(owner, saving)
      return { saving }
    })
    expect(await saving.saving).toMatchObject({ status: 409, body: { code: 'resident_erased' } })
  })

  it.each([
    ['as it was kept', false],
    ['as it was made anew after an erasure', true],
  ])('is not sent again, %s, with somebody who is erased meanwhile [PR-1] [RP-5]', async (_how, isMadeAnew) => {
    const [earlier, patient_id] = [await addGone(), await addGone()]
    const report = await save('2026-03-11')
    if (isMadeAnew) await house.admin.call(eraseResident, { patient_id: earlier })
    const mails = () => house.http.owner.selectFrom('deliveries').select('id').execute()
    const before = await mails()
    const sending = await beforeItsFile(
      () => staff.refused(emailReport, mailOf(report)),
      () => house.admin.call(eraseResident, { patient_id }),
    )
    expect(sending).toMatchObject({ status: 409, body: { code: 'resident_erased' } })
    expect(await mails()).toEqual(before)
    expect(await send(report)).toMatchObject({ sent_to: 1 })
    if (!isMadeAnew) await house.admin.call(eraseResident, { patient_id: earlier })
  })

  it('by the clock is not sent once more [PR-1] [RP-5]', async () => {
    await house.http.owner
      .updateTable('clinics')
      .set({ daily_report_recipients: ['nora@house.example'], created_at: came.subtract({ hours: 400 }) })
      .where('id', '=', clinic.id)
      .execute()
    const patient_id = await addGone()
    const origin = {
      database: house.http.database,
      actor: { type: 'job', name: 'x' },
      log: createLog('silent'),
    } as const
    const clock = () => sendDailyReports(origin, { files: store, sealer }, Temporal.Instant.from('2026-03-11T20:00Z'))
    const mails = async () =>
      (
        await house.http.owner
          .selectFrom('deliveries')
          .select('id')
          .where('recipient', '=', 'nora@house.example')
          .execute()
      ).length
    await clock()
    expect(await mails()).toBe(1)
    await house.admin.call(eraseResident, { patient_id })
    await sweep()
    await clock()
    expect(await mails()).toBe(1)
  })
})

it('a mail that waits with a report of those days loses it, and does not go out; another waits on [PR-1] [RP-5]', async () => {
  await house.http.owner.deleteFrom('deliveries').execute()
  const patient_id = await addGone()
  for (const day of ['2026-03-10', '2026-03-11']) await send(await save(day))
  await house.admin.call(eraseResident, { patient_id })
  await sweep()
  const waiting = await house.http.owner
    .selectFrom('deliveries')
    .select(['subject', 'attachment_file_id', 'attachment_name'])
    .orderBy('subject')
    .execute()
  // With a name but no file it fails when its turn comes.
  const name = expect.stringMatching(/\.pdf$/)
  expect(waiting).toEqual([
    { subject: expect.stringContaining('03/10/2026'), attachment_file_id: expect.any(String), attachment_name: name },
    { subject: expect.stringContaining('03/11/2026'), attachment_file_id: null, attachment_name: name },
  ])
})
