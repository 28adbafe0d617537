import type { Duty } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { holdRight } from '../clinics/index.ts'
import { type Ctx, recorderOf } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { type Person, saveDuty, selectDuty, selectOwn } from './duties.sql.ts'
import { dutyAnswer } from './duty-answer.ts'
import { type Gateways, isReachable } from './reach.ts'

interface DutySpan {
  readonly clinic_id: string
  readonly floors: readonly string[]
  readonly until: Temporal.Instant
}

/**
 * Begins somebody's duty, or moves its end (AN-7).
 * @returns null if some danger couldn't reach them outside the page
 * @throws 422 for somebody who doesn't belong to the facility
 */
export async function beginDuty(
  ctx: Ctx,
  gateways: Gateways,
  person: Pick<Person, 'user_id' | 'phone' | 'has_push' | 'choices'>,
  { clinic_id, floors: given, until }: DutySpan,
): Promise<Duty | null> {
  if (!isReachable(gateways, person)) return null
  const { user_id } = person
  // Somebody may be removing them from the facility.
  if (!(await holdRight(ctx, user_id, clinic_id))) throw refused('user_id', m.duty_person_unknown())
  const floors = [...new Set(given)].sort()
  const id = await saveDuty(ctx, { clinic_id, user_id, floors, until, ...recorderOf(ctx) })
  await recordAudit(ctx, { act: 'duty.create', clinic_id, detail: { user_id, floors, until: until.toString() } })
  await ctx.emit({ type: 'changed', noun: 'duties', clinic_id })
  // What is open on these floors waits to be sent.
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
  return dutyAnswer((await selectDuty(ctx, id))!)
}

/** The same for who asks. */
export const beginOwnDuty = async (ctx: Ctx, gateways: Gateways, span: DutySpan): Promise<Duty | null> =>
  beginDuty(ctx, gateways, await selectOwn(ctx, userOf(ctx).id), span)
