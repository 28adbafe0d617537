import { emailReport, listDailyReports, readReportPassword } from '@eupnea/contract/report-deliveries.ts'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../tests/kit/read-pdf.ts'
import {
  clinic,
  date,
  mailOf,
  messages,
  night,
  origin,
  sealer,
  staff,
  store,
  useDeliveries,
} from './deliveries.fixture.ts'
import { house } from './history.fixture.ts'
import { sendDailyReports } from './index.ts'

useDeliveries()

describe('the clock', () => {
  const sevenInLondon = Temporal.Instant.from('2026-03-30T06:00Z')
  const scheduled = () =>
    house.http.owner.selectFrom('daily_reports').selectAll().where('made_by', 'is', null).execute()

  it('sends yesterday’s report once to each recipient, even when two nodes try together [RP-5]', async () => {
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
