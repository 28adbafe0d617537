import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readOwnRespiration as declaration } from '@eupnea/contract/members.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { audited } from './member-answer.ts'
import { selectMemberMinutes } from './members.sql.ts'
import { ownPlace } from './own-place.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

/** The caller's own respiration by the minute (SH-10). @throws 404 for a caller without a resident */
export async function readOwnRespiration({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const place = await ownPlace(ctx)
  await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(place) })
  const now = Temporal.Now.instant()
  const rows = await selectMemberMinutes(ctx, {
    user_id: place.user_id,
    since: now.subtract({ hours: input.hours }),
    // include readings from sensors whose clocks are fast
    until: now.add({ minutes: 5 }),
  })
  return {
    items: rows.map(({ at, avg, min, max }) => ({
      tracker_ts: at.toString(),
      avg: round(avg),
      min: round(min),
      max: round(max),
    })),
    timezone: place.tz,
  }
}
