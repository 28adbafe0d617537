import { randomBytes } from 'node:crypto'
import type { createReportLink as declaration } from '@eupnea/contract/reports.ts'
import { dailyReportFileName, everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf, holdRight } from '../clinics/index.ts'
import { notFound, refused } from '../platform/errors.ts'
import { dayOf } from '../platform/local-days.ts'
import type { Verb } from '../platform/route.ts'
import { hashToken } from '../sessions/index.ts'
import { insertReportLink } from './report-links.sql.ts'

/** 128 bits, so that links can't be guessed. */
const secretBytes = 16

/** Creates a link to the report of a clinic's day, for somebody and until a day that its creator names (RP-4, DO-9). @param baseUrl the portal's public address */
export function createReportLink(baseUrl: () => string): Verb<typeof declaration> {
  return async ({ ctx, input }) => {
    const { clinic_id, date, recipient, days } = input
    const clinic = await clinicOf(ctx, clinic_id)
    const now = Temporal.Now.instant()
    if (date > dayOf(now, clinic.tz).toString()) throw refused('date', m.report_day_future())
    const floor = !input.floor || input.floor === everyFloor ? null : input.floor
    if (floor !== null && !clinic.floors.includes(floor)) throw refused('floor', m.report_floor_unknown())
    const creator = ctx.actor.type === 'user' ? ctx.actor : null
    // If somebody has just removed them from the facility, their links have ended.
    if (creator && !(await holdRight(ctx, creator.id, clinic_id))) throw notFound('facility')
    const unique_id = randomBytes(secretBytes).toString('base64url')
    const { id, expires_at } = await insertReportLink(ctx, {
      clinic_id,
      date,
      floor,
      token_hash: hashToken(unique_id),
      recipient,
      created_by: creator?.email ?? '',
      creator_id: creator?.id ?? null,
      expires_at: now.add({ hours: days * 24 }),
    })
    await recordAudit(ctx, {
      act: 'report.create-link',
      clinic_id,
      detail: { link_id: id, date, floor, recipient, days },
    })
    const url = new URL('/admin/reports', baseUrl())
    url.searchParams.set('unique_id', unique_id)
    url.searchParams.set('fileName', dailyReportFileName(clinic.name, date))
    url.searchParams.set('floor', floor ?? everyFloor)
    return { link_id: id, unique_id, url: url.href, expires_at: expires_at.toString() }
  }
}
