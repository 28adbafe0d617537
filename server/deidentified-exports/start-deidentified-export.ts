import {
  type startDeidentifiedExport as declaration,
  longestExportDays,
} from '@eupnea/contract/deidentified-exports.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { PortalError, refused } from '../platform/errors.ts'
import { isBefore } from '../platform/period.ts'
import type { Verb } from '../platform/route.ts'
import { countRunning, estimateBytes, insertExport, selectParts } from './deidentified-exports.sql.ts'
import { offsetOn } from './disguise.ts'
import { daysOf, mostBytes, periodOf } from './make-piece.ts'

/** Being made at a time. */
const mostRunning = 3

/**
 * Has a de-identified export made of a facility's days (AR-4).
 * @throws 404, 422 for days that are wrong, too many, not over, without anybody, or too much, 429
 */
export const startDeidentifiedExport: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, first_day, last_day } = input
  const { tz } = await clinicOf(ctx, clinic_id)
  const { count } = daysOf(input)
  if (count < 1) throw refused('last_day', m.common_period_reversed())
  if (count > longestExportDays)
    throw refused('last_day', m.deidentified_export_too_long({ days: numberText(longestExportDays) }))
  const period = periodOf(input, offsetOn(first_day, tz))
  if (isBefore(Temporal.Now.instant(), period.until)) throw refused('last_day', m.deidentified_export_not_over())
  const parts = await selectParts(ctx, clinic_id, period)
  if (parts.length === 0) throw refused('first_day', m.deidentified_export_nobody())
  if ((await estimateBytes(ctx, parts, period)) > mostBytes)
    throw refused('last_day', m.deidentified_export_too_large())
  if ((await countRunning(ctx)) >= mostRunning)
    throw new PortalError(429, 'too_many_exports', m.deidentified_export_too_many(), { retryAfter: 60 })
  const { actor } = ctx
  const whose = actor.type === 'user' ? { user_id: actor.id, user_name: actor.name } : { user_id: null, user_name: '' }
  const export_id = await insertExport(ctx, { clinic_id, ...whose, first_day, last_day })
  await recordAudit(ctx, {
    ...{ act: 'deidentified-export.start', clinic_id },
    detail: { export_id, start_date: first_day, end_date: last_day },
  })
  await ctx.emit({ type: 'deidentified_export_started' })
  return { export_id }
}
