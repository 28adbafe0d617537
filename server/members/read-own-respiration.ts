import type { readOwnRespiration as declaration } from '@eupnea/contract/members.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { audited } from './member-answer.ts'
import { selectMemberMinutes } from './members.sql.ts'
import { finishedNights } from './nights.ts'
import { ownPlace } from './own-place.ts'

/** The caller's own respiration by the minute in the newest night that is over (SH-10, EA-7). @throws 404 for a caller without a resident */
export const readOwnRespiration: Verb<typeof declaration> = async ({ ctx }) => {
  const place = await ownPlace(ctx)
  await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(place) })
  const { day, since, until } = finishedNights(place.tz, 1)[0]!
  const rows = await selectMemberMinutes(ctx, { user_id: place.user_id, since, until })
  return {
    ...{ date: day.toString(), from: since.toString(), until: until.toString(), timezone: place.tz },
    items: rows.map(({ at, avg, min, max }) => ({
      tracker_ts: at.toString(),
      avg: hundredth(avg),
      min: hundredth(min),
      max: hundredth(max),
    })),
  }
}
