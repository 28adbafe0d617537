import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  emailReport,
  listClinicUsers,
  listDailyReports,
  type MadeReport,
  openDailyPdf,
  readDailyPdf,
  readMadeReport,
  readReportPassword,
  replaceReportPassword,
  sendDownloadReport,
} from '@eupnea/contract/report-deliveries.ts'
import { createReportLink } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient } from '../../tests/kit/portal.ts'
import { factsOf, pagesOf } from '../../tests/kit/read-pdf.ts'
import { sweepFiles } from '../files/index.ts'
import { mailChannel, startOutbox } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { createSealer } from '../platform/seal.ts'
import { type House, minutesFrom, openHouse, type Place, today } from './history.fixture.ts'
import { removeOldReports, reportDeliveryRoutes, sendDailyReports } from './index.ts'

const store = createMemoryStore()
const sealer = createSealer('a secret of tests')
const log = createLog('silent')
/** 2026-03-29 has 23 hours in London. */
const night = Temporal.Instant.from('2026-03-29T03:00Z')
let house: House
let clinic: Place
let staff: SignedInClient
let origin: CtxOrigin
let events: EventListener

beforeAll(async () => {
  house = await openHouse({ first: '2026-03-01', last: today(1) }, reportDeliveryRoutes(store, sealer))
  origin = { database: house.http.database, actor: { type: 'job', name: 'send-daily-reports' }, log }
  events = await listenToEvents(house.http.connections.work, log)
  clinic = await house.createClinic('Europe/London')
  staff = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
  await house.http.owner
    .updateTable('clinics')
    .set({ floors: ['1', '2'] })
    .where('id', '=', clinic.id)
    .execute()
  for (const floor of ['1', '2']) {
    const device = await house.addDevice(clinic)
    const patient_id = await house.addResident(clinic)
    await house.http.owner
      .updateTable('residents')
      .set({ room: `R${floor}`, floor })
      .where('id', '=', patient_id)
      .execute()
    await house.lay(patient_id, device, night.subtract({ hours: 100 }))
    await house.writeMinutes(device, minutesFrom(night, 120), clinic)
  }
})
afterAll(async () => {
  await events.close()
  await house.http.close()
})

const date = '2026-03-29'
const save = (more: { floor?: string; flagged?: string[] } = {}, as = staff) =>
  as.call(sendDownloadReport, { clinic_id: clinic.id, date, ...more })
const download = async (path: string, token = staff.token) => {
  const answer = await fetch(`${house.http.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { answer, pdf: new Uint8Array(await answer.arrayBuffer()) }
}
const actsOf = async (as: SignedInClient) =>
  (
    await house.http.owner
      .selectFrom('audit_entries')
      .select(['act', 'clinic_id'])
      .where('actor_id', '=', as.userId)
      .orderBy('id')
      .execute()
  ).map(({ act, clinic_id }) => `${act} ${clinic_id === clinic.id}`)
const mailOf = ({ url }: MadeReport, recipients: string[], details = {}) =>
  ({ url, recipients, report_type: 'clinical-daily-report', details }) as const
const messages = () => house.http.owner.selectFrom('deliveries').selectAll().orderBy('created_at').execute()

describe('the PDF', () => {
  it('is sent under the name of the report, for the whole facility or a floor [RP-2]', async () => {
    const query = new URLSearchParams({ clinic_id: clinic.id, date })
    const { answer, pdf } = await download(`/api/reports/daily/pdf?${query}`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain("''Daily-Report-Test%20House-03-29-2026.pdf")
    expect((await factsOf(pdf)).structure.TR).toBe(3)
    query.set('floor', '2')
    const floor = (await download(`/api/reports/daily/pdf?${query}`)).pdf
    expect((await factsOf(floor)).structure.TR).toBe(2)
    expect(pagesOf(floor)?.[0] ?? 'R2 | Floor 2').toMatch(/\| Floor 2[\s\S]*R2|R2 \| Floor 2/)
    expect(await actsOf(staff)).toContain('report.pdf true')
  })

  it('is had by a link too, and each time leaves its trace [RP-4]', async () => {
    const { unique_id, link_id } = await staff.call(createReportLink, {
      ...{ clinic_id: clinic.id, date, recipient: 'Dr Grey', days: 1 },
    })
    const answer = await fetch(`${house.http.url}/api${openDailyPdf.path}?unique_id=${unique_id}`)
    expect((await factsOf(new Uint8Array(await answer.arrayBuffer()))).structure.TR).toBe(3)
    const opened = house.http.owner.selectFrom('report_links').select('opened').where('id', '=', link_id)
    expect(await opened.executeTakeFirstOrThrow()).toEqual({ opened: 1 })
    const wrong = await house.http.anonymous.refused(openDailyPdf, { unique_id: 'made-up' })
    expect([wrong.status, wrong.body.title]).toEqual([404, 'Report link has been expired'])
  })

  it('is not made without data, of the future or of a floor that is none [RP-7]', async () => {
    const empty = await staff.refused(readDailyPdf, { clinic_id: clinic.id, date: '2026-03-02' })
    expect([empty.status, empty.body.title]).toEqual([404, 'Unable to fetch report data'])
    expect((await staff.refused(sendDownloadReport, { clinic_id: clinic.id, date, floor: '9' })).body.field).toBe(
      'floor',
    )
    const many = { clinic_id: clinic.id, date, flagged: Array.from({ length: 201 }, (_, index) => `p${index}`) }
    expect((await staff.refused(sendDownloadReport, many)).body.message).toBe(m.report_flagged_too_many({ count: 200 }))
  })
})

describe('reports made before', () => {
  it('are listed by floor with who made them, and open as they were [RP-6]', async () => {
    const whole = await save()
    const floor = await save({ floor: '1' })
    expect(whole).toMatchObject({ floor_id: 'all', made_by: staff.email, sent_to: 0, state: 'saved', date })
    const list = async (floor_id?: string) =>
      (await staff.call(listDailyReports, { clinic_id: clinic.id, ...(floor_id && { floor_id }) })).items
    expect((await list()).slice(0, 2)).toEqual([floor, whole])
    expect((await list('1')).map(({ report_id }) => report_id)).toEqual([floor.report_id])
    expect((await list('all')).map(({ floor_id }) => floor_id)).not.toContain('1')
    await house.http.owner.updateTable('residents').set({ room: 'Changed' }).where('room', '=', 'R1').execute()
    const { pdf } = await download(floor.url)
    expect(pagesOf(pdf)?.[0] ?? 'R1').toContain('R1')
    await house.http.owner.updateTable('residents').set({ room: 'R1' }).where('room', '=', 'Changed').execute()
    expect((await actsOf(staff)).slice(-3)).toEqual(['report.save true', 'report.save true', 'report.open-saved true'])
  })

  it('end with the minutes that they were made of, and their files with them [RP-6]', async () => {
    const [old, young] = [await save(), await save()]
    const aged = sql<Temporal.Instant>`now() - interval '31 days'`
    const row = await house.http.owner
      .updateTable('daily_reports')
      .set({ made_at: aged })
      .where('id', '=', old.report_id)
      .returning('file_id')
      .executeTakeFirstOrThrow()
    await withCtx(origin, (ctx) => removeOldReports(ctx, 30))
    expect((await download(old.url)).answer.status).toBe(404)
    expect((await download(young.url)).answer.status).toBe(200)
    await sweepFiles(origin, store)
    const file = house.http.owner.selectFrom('files').select('id').where('id', '=', row.file_id)
    expect(await file.execute()).toEqual([])
  })

  it('are as if not there for staff of another facility [RP-6] [FA-4]', async () => {
    const { report_id, url } = await save()
    const { stranger } = house
    const ids = { clinic_id: clinic.id, date }
    for (const [call, input] of [
      [readDailyPdf, ids],
      [sendDownloadReport, ids],
      [listDailyReports, ids],
      [listClinicUsers, ids],
      [readMadeReport, { report_id }],
      [emailReport, { url, recipients: [stranger.email], report_type: 'clinical-daily-report', details: {} }],
    ] as const)
      expect((await stranger.refused(call, input)).status, call.name).toBe(404)
    expect((await house.http.anonymous.refused(readMadeReport, { report_id })).status).toBe(401)
  })
})

describe('a report by e-mail', () => {
  it('is offered to who may read it, and goes to no member of the facility [RP-5] [ID-7]', async () => {
    const member = await house.http.asUser({ groups: ['member'], clinicIds: [clinic.id] })
    const helper = await house.http.asUser({ groups: ['clinical-triage'], clinicIds: [clinic.id] })
    const { items } = await staff.call(listClinicUsers, { clinic_id: clinic.id })
    const offered = items.map(({ email }) => email)
    expect([offered.includes(helper.email), offered.includes(member.email)]).toEqual([true, false])
    const refusal = await staff.refused(emailReport, mailOf(await save(), [member.email]))
    expect([refusal.status, refusal.body.field]).toEqual([422, 'recipients'])
  })

  it('goes to people of the facility, named and encrypted, its password neither in it nor to be guessed from it [RP-5] [DO-8]', async () => {
    const server = await startMailServer()
    const stop = startOutbox(origin, { mail: mailChannel(server.mail, origin, store) }, events)
    const made = await save({ floor: '2' })
    const { items, sender_detail, password: proposal } = await staff.call(listClinicUsers, { clinic_id: clinic.id })
    expect(items.map(({ email }) => email)).toContain(staff.email)
    const { password } = await staff.call(readReportPassword, { clinic_id: clinic.id })
    const ofNobody = { floor: '', patient_id: '', patient_name: '' }
    const sent = await staff.call(emailReport, mailOf(made, [staff.email], ofNobody))
    expect(sent).toMatchObject({ report_id: made.report_id, sent_to: 1, state: 'sent' })
    expect((await actsOf(staff)).at(-1)).toBe('report.email true')
    await expect.poll(() => server.received.length, { timeout: 15_000 }).toBe(1)
    const mail = server.received[0]!
    expect(mail.to).toEqual([staff.email])
    expect(mail.raw.replaceAll('\r\n ', ' ')).toContain('Subject: Daily Report: 03/29/2026 - Test House | Floor 2')
    expect(mail.raw).toContain(`filename=${sender_detail}.pdf`)
    for (const word of [password, proposal]) expect(mail.raw).not.toContain(word)
    const pdf = Buffer.from(/\r\n\r\n(JVBER[\w+/=\r\n]+)/.exec(mail.raw)![1]!, 'base64')
    expect((await factsOf(pdf, password)).pages).toBe(1)
    for (const guess of [undefined, '', proposal, sender_detail]) await expect(factsOf(pdf, guess)).rejects.toThrow()
    expect(pagesOf(pdf, password)?.[0] ?? 'R2').toContain('R2')
    // A sent report isn't stored a second time.
    const filesOf = async () =>
      (await house.http.owner.selectFrom('files').select(['name', 'state']).execute()).filter(
        ({ name }) => name === `${sender_detail}.pdf`,
      )
    await expect.poll(async () => (await filesOf()).every(({ state }) => state === 'removed')).toBe(true)
    await sweepFiles(origin, store)
    expect(await filesOf()).toEqual([])
    await stop()
    await server.close()
  })

  it('carries the password that was chosen; without its attachment it does not go out [RP-5]', async () => {
    const made = await save()
    await staff.call(emailReport, mailOf(made, [staff.email, staff.email], { password: 'ships at noon' }))
    const { attachment_file_id, body, recipient } = (await messages()).at(-1)!
    expect(`${body}`).not.toContain('ships at noon')
    expect(recipient).toBe(staff.email)
    const kept = store.files.get(`reports/${attachment_file_id}`)!
    expect((await factsOf(kept, 'ships at noon')).pages).toBe(1)
    await store.remove('reports', attachment_file_id!)
    const server = await startMailServer()
    const stop = startOutbox(origin, { mail: mailChannel(server.mail, origin, store) }, events)
    await expect.poll(async () => (await messages()).at(-1)!.failure).toBe(m.outbox_attachment_gone())
    expect([server.received, (await messages()).at(-1)!.status]).toEqual([[], 'failed'])
    await stop()
    await server.close()
  })

  it('opens with the facility’s own password, which its managers replace and nobody else sees [DO-8]', async () => {
    const { http, stranger, admin } = house
    const given = { clinic_id: clinic.id }
    const { password, made_by } = await staff.call(readReportPassword, given)
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(made_by).toBe(staff.email)
    expect((await staff.call(readReportPassword, given)).password).toBe(password)
    const [row] = await http.owner.selectFrom('report_passwords').selectAll().execute()
    expect(row!.sealed.toString('latin1')).not.toContain(password)
    expect((await stranger.refused(readReportPassword, given)).status).toBe(404)
    const nurse = await http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
    expect((await nurse.refused(replaceReportPassword, given)).status).toBe(403)
    const next = await admin.call(replaceReportPassword, given)
    expect(next.password).not.toBe(password)
    await staff.call(emailReport, mailOf(await save(), [staff.email]))
    const pdf = store.files.get(`reports/${(await messages()).at(-1)!.attachment_file_id}`)!
    expect((await factsOf(pdf, next.password)).pages).toBe(1)
    await expect(factsOf(pdf, password)).rejects.toThrow()
    const entries = await http.owner
      .selectFrom('audit_entries')
      .selectAll()
      .where('clinic_id', '=', clinic.id)
      .execute()
    const acts = entries.map(({ act }) => act)
    expect(acts).toEqual(expect.arrayContaining(['report.read-password', 'report.replace-password']))
    expect(JSON.stringify(entries)).not.toContain(next.password)
  })

  it('goes to one receiver five times within the hour at most, however many send it at once [RP-5]', async () => {
    const made = await save({ floor: '2' })
    const { http, admin } = house
    const to = 'flooded@elsewhere.example'
    const send = () => admin.send('POST', emailReport.path, mailOf(made, [to, 'another@elsewhere.example']))
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
    const mails = http.owner.selectFrom('deliveries').where('recipient', '=', to).select('id')
    expect(await mails.execute()).toHaveLength(5)
    await http.owner.deleteFrom('deliveries').where('recipient', 'like', '%@elsewhere.example').execute()
  })

  it('goes to who gets the daily report of the facility when it names nobody [RP-5]', async () => {
    const made = await save()
    const { recipients, ...payload } = mailOf(made, [], { floor: 'all', patient_id: null })
    expect(await staff.refused(emailReport, payload)).toMatchObject({ status: 422, body: { field: 'recipients' } })
    const readers = (daily_report_recipients: string[]) =>
      house.http.owner.updateTable('clinics').set({ daily_report_recipients }).where('id', '=', clinic.id).execute()
    await readers(['manager@house.example', 'night@house.example'])
    expect(await staff.call(emailReport, payload)).toMatchObject({ sent_to: 2 })
    const sent = (await messages()).slice(-2).map(({ recipient }) => recipient)
    expect(sent.sort()).toEqual(['manager@house.example', 'night@house.example'])
    await readers([])
  })

  it('goes to nobody outside the facility, unless a Superadmin says so, from no other address, and with no password that the mail shows but the proposal [RP-5] [DO-8]', async () => {
    const made = await save()
    const refusal = (input: unknown) => staff.refused(emailReport, input)
    const outside = await refusal(mailOf(made, ['someone@elsewhere.example']))
    expect([outside.status, outside.body.field]).toEqual([422, 'recipients'])
    expect((await refusal(mailOf(made, []))).body.field).toBe('recipients')
    expect(
      (await refusal(mailOf({ ...made, url: 'https://elsewhere.example/report.pdf' }, [staff.email]))).body.field,
    ).toBe('url')
    expect((await refusal(mailOf(made, [staff.email], { password: 'abc' }))).body.field).toBe('details.password')
    const { sender_detail, password } = await staff.call(listClinicUsers, { clinic_id: clinic.id })
    for (const shown of [sender_detail, 'Daily Report', staff.email, 'for the password', 'eupnea'])
      expect((await refusal(mailOf(made, [staff.email], { password: shown }))).body, shown).toMatchObject({
        field: 'details.password',
        message: m.report_password_shown(),
      })
    expect(await house.admin.call(emailReport, mailOf(made, ['someone@elsewhere.example']))).toMatchObject({
      sent_to: 1,
    })
    expect(await staff.call(emailReport, mailOf(made, [staff.email], { password }))).toMatchObject({ sent_to: 2 })
  })
})

describe('what is sent again after a lost answer', () => {
  const sendUnder = async (key: string, path: string, input: object) => {
    const answer = await fetch(`${house.http.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${staff.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(input),
    })
    return { status: answer.status, body: (await answer.json()) as MadeReport }
  }
  const rowsOf = async (table: 'daily_reports' | 'deliveries') =>
    (await house.http.owner.selectFrom(table).select('id').execute()).length

  it('is one report, and one mail to each; a key is of one call [RP-5] [RP-6]', async () => {
    const before = await rowsOf('daily_reports')
    const saved = { clinic_id: clinic.id, date }
    const [made, ...others] = await Promise.all(
      [1, 2, 3].map(() => sendUnder('key-of-a-report', sendDownloadReport.path, saved)),
    )
    expect(others).toEqual([made, made])
    expect([made!.status, await rowsOf('daily_reports')]).toEqual([201, before + 1])

    const mails = await rowsOf('deliveries')
    const input = mailOf(made!.body, [staff.email], { password: 'ships at noon' })
    const sent = await sendUnder('key-of-a-mail', emailReport.path, input)
    expect(await sendUnder('key-of-a-mail', emailReport.path, input)).toEqual(sent)
    // Not even a hash of the password is stored, so a different one doesn't make it a different call.
    const otherwise = mailOf(made!.body, [staff.email], { password: 'ships at nine' })
    expect(await sendUnder('key-of-a-mail', emailReport.path, otherwise)).toEqual(sent)
    expect([sent.body.sent_to, await rowsOf('deliveries')]).toEqual([1, mails + 1])
    expect((await sendUnder('key-of-a-report', emailReport.path, input)).status).toBe(422)
    await sendUnder('another-key', emailReport.path, input)
    expect(await rowsOf('deliveries')).toBe(mails + 2)
  })
})

describe('the clock', () => {
  const sevenInLondon = Temporal.Instant.from('2026-03-30T06:00Z')
  const scheduled = () =>
    house.http.owner.selectFrom('daily_reports').selectAll().where('made_by', 'is', null).execute()

  it('sends the report of the day before once, also by two nodes at once, and again to nobody [RP-5]', async () => {
    await house.http.owner.deleteFrom('deliveries').execute()
    await house.http.owner
      .updateTable('clinics')
      // From a time when an address could be listed twice.
      .set({
        daily_report_recipients: ['nora@house.example', 'ada@house.example', 'nora@house.example'],
        created_at: night,
      })
      .where('id', '=', clinic.id)
      .execute()
    const silent = await house.createClinic('Europe/London')
    await house.http.owner
      .updateTable('clinics')
      .set({ daily_report_recipients: ['none@house.example'], created_at: night })
      .where('id', '=', silent.id)
      .execute()
    await sendDailyReports(origin, { files: store, sealer }, sevenInLondon.subtract({ seconds: 1 }))
    expect(await scheduled()).toEqual([])
    await Promise.all([1, 2].map(() => sendDailyReports(origin, { files: store, sealer }, sevenInLondon)))
    await sendDailyReports(origin, { files: store, sealer }, sevenInLondon.add({ hours: 5 }))
    expect(await scheduled()).toMatchObject([{ clinic_id: clinic.id, date, floor: null, sent_to: 2 }])
    const mails = await messages()
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['ada@house.example', 'nora@house.example'])
    expect(mails[0]).toMatchObject({ subject: 'Daily Report: 03/29/2026 - Test House', attachment_name: 'TH-0330.pdf' })
    const pdf = store.files.get(`reports/${mails[0]!.attachment_file_id}`)!
    // As people of the facility read it to recipients.
    const { password } = await staff.call(readReportPassword, { clinic_id: clinic.id })
    expect((await factsOf(pdf, password)).structure.TR).toBe(3)
    await expect(factsOf(pdf, 'TH0330')).rejects.toThrow()
    expect(mails.map(({ body }) => body).join()).not.toContain(password)
  })

  it('sends it again by hand from the list [RP-6]', async () => {
    const { items } = await staff.call(listDailyReports, { clinic_id: clinic.id })
    const report = items.find(({ made_by }) => made_by === null)!
    expect(report).toMatchObject({ date, sent_to: 2, state: 'sent' })
    expect(await staff.call(emailReport, mailOf(report, ['nora@house.example']))).toMatchObject({ sent_to: 3 })
  })
})

/** A mail server on its own port. */
async function startMailServer() {
  const received: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mail = createMailer(`smtp://127.0.0.1:${port}`, 'Eupnea <portal@house.example>')
  return { received, mail, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}
