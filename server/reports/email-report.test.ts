import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  emailReport,
  listClinicUsers,
  type MadeReport,
  readReportPassword,
  replaceReportPassword,
  sendDownloadReport,
} from '@eupnea/contract/report-deliveries.ts'
import { m } from '@eupnea/texts'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { factsOf, pagesOf } from '../../tests/kit/read-pdf.ts'
import { sweepFiles } from '../files/index.ts'
import { mailChannel, startOutbox } from '../outbox/index.ts'
import { createMailer } from '../platform/mail.ts'
import {
  actsOf,
  clinic,
  date,
  events,
  mailOf,
  messages,
  origin,
  save,
  staff,
  store,
  useDeliveries,
} from './deliveries.fixture.ts'
import { house } from './history.fixture.ts'

useDeliveries()

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
