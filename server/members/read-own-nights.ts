import type { readOwnNights as declaration } from '@eupnea/contract/members.ts'
import { cellMinutes, nightCells, type Usual } from '@eupnea/contract/rules/night.ts'
import { summariseNight } from '@eupnea/contract/rules/night-summary.ts'
import { baselineMinimumMinutes, median } from '@eupnea/contract/rules/r-score.ts'
import { tenth } from '@eupnea/contract/rules/round.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { nightAnswer } from '../nights/index.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './member-answer.ts'
import { selectMemberCells } from './members.sql.ts'
import { finishedNights } from './nights.ts'
import { ownPlace } from './own-place.ts'

const cellMs = cellMinutes * 60_000

/** The caller's own nights that are over, as pictures, newest first, and the last one in numbers (VI-1, EA-7). @throws 404 for a caller without a resident */
export const readOwnNights: Verb<typeof declaration> = async ({ ctx, input }) => {
  const place = await ownPlace(ctx)
  const { tz, user_id } = place
  await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(place) })
  const now = Temporal.Now.instant()
  const spans = finishedNights(tz, input.nights, now)
  const rows = await selectMemberCells(ctx, { user_id, since: spans.at(-1)!.since, until: spans[0]!.until })
  const items = spans.map((span) => {
    const [from, until] = [span.since.epochMilliseconds, span.until.epochMilliseconds]
    const cells = rows
      .filter(({ at }) => at.epochMilliseconds >= from && at.epochMilliseconds < until)
      .map(({ at, ...cell }) => ({ ...cell, cell: Math.floor((at.epochMilliseconds - from) / cellMs) }))
    return nightAnswer(span, cells, now)
  })
  const [last, ...before] = items.map(({ beds, rates, ...night }) => ({ ...night, cells: nightCells(beds, rates) }))
  const usual = usualOf(before.flatMap(({ cells }) => cells.flatMap(({ rate }) => rate ?? [])))
  return { timezone: tz, usual, summary: summariseNight(last!, before, usual), items }
}

/** Median and spread of a day of cells at least, by the rule of the r-score. */
function usualOf(rates: readonly number[]): Usual | null {
  const middle = median(rates)
  if (middle === null || rates.length * cellMinutes < baselineMinimumMinutes) return null
  const mad = median(rates.map((rate) => Math.abs(rate - middle)))!
  return { median: tenth(middle), spread: Math.max(1, tenth(1.4826 * mad)) }
}
