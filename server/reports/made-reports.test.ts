import {
  emailReport,
  listClinicUsers,
  listDailyReports,
  openDailyPdf,
  readDailyPdf,
  readMadeReport,
  sendDownloadReport,
} from '@eupnea/contract/report-deliveries.ts'
import { createReportLink } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { factsOf, pagesOf } from '../../tests/kit/read-pdf.ts'
import { sweepFiles } from '../files/index.ts'
import { withCtx } from '../platform/context.ts'
import { actsOf, clinic, date, download, origin, save, staff, store, useDeliveries } from './deliveries.fixture.ts'
import { house } from './history.fixture.ts'
import { removeOldReports } from './index.ts'

useDeliveries()

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
