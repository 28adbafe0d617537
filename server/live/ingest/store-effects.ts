import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { planAt } from '@eupnea/contract/rules/plan.ts'
import type pg from 'pg'
import type { Bed } from '../bed/bed.ts'
import type { BedEffect, End, Raise, Reduced } from '../bed/bed-event.ts'
import { isTechnical } from '../bed/trust.ts'
import { endEpisode, flagMinutes, raiseEpisode, storeSignals } from './effects.sql.ts'
import { textOf } from './notification-texts.ts'

export interface Raised {
  readonly bed: Bed
  readonly message: NotificationMessage
}

/** Readings older than that are no news of now: what they raise is listed, not sent (WA-8). */
export const newsMs = 5 * 60_000

/**
 * Stores what follows from what happened to beds, in the transaction at hand: notifications, the signal's spans, minutes
 * that count for nothing.
 * @returns notifications to be told after the commit
 */
export async function storeEffects(client: pg.ClientBase, reduced: readonly Reduced[]): Promise<Raised[]> {
  const raised: Raised[] = []
  for (const { bed, effects } of reduced) {
    for (const [at, effect] of effects.entries()) {
      if (effect.effect === 'raise') {
        const told = await raise(client, bed, effect, effects.slice(at + 1))
        if (told) raised.push(told)
      } else if (effect.effect === 'end') await endEpisode(client, bed.place.residentId!, effect)
      else if (effect.effect === 'flag') await flagMinutes(client, bed.place.no, effect.from, effect.until)
    }
  }
  await storeAllSignals(client, reduced)
  return raised
}

/** Of all beds at once: a house whose power is back has hundreds. */
async function storeAllSignals(client: pg.ClientBase, reduced: readonly Reduced[]): Promise<void> {
  const beds = reduced.flatMap(({ bed: { place }, effects }) => {
    const signals = effects.flatMap((one) => (one.effect === 'signal' ? [one.signal] : []))
    return signals.length > 0 ? [{ place, signals }] : []
  })
  // One after the other of the same bed.
  for (let nth = 0; ; nth++) {
    const these = beds.flatMap(({ place, signals }) => signals.slice(nth, nth + 1).map((signal) => ({ place, signal })))
    if (these.length === 0) return
    await storeSignals(client, these)
  }
}

async function raise(
  client: pg.ClientBase,
  bed: Bed,
  raised: Raise,
  later: readonly BedEffect[],
): Promise<Raised | null> {
  const newest = Math.max(bed.watch.ts ?? 0, raised.at)
  const hasEnded = later.some(
    (effect) => effect.effect === 'end' && effect.kind === raised.kind && effect.direction === raised.direction,
  )
  // What takes the portal's clock is of now, however long ago the device was heard.
  return tell(client, bed, raised, hasEnded || (!isTechnical(raised.kind) && Date.now() - newest > newsMs))
}

/** What was over before it was known: whatever is open now of its kind is another one (WA-8). */
export const storeEnded = async (client: pg.ClientBase, bed: Bed, raised: Raise, end: End): Promise<Raised[]> => {
  const told = await tell(client, bed, raised, true, end)
  return told ? [told] : []
}

async function tell(
  client: pg.ClientBase,
  bed: Bed,
  raised: Raise,
  isLate: boolean,
  end: End | null = null,
): Promise<Raised | null> {
  const { residentId, clinicId, id: deviceId, tz } = bed.place
  if (residentId === null || clinicId === null) return null
  const text = textOf(raised, { plan: planAt(bed.place, raised.at), tz, lateMs: Date.now() - raised.at })
  const id = await raiseEpisode(client, { ...raised, ...text, clinicId, residentId, deviceId, isLate, tz, end })
  if (id === null) return null
  const { kind, severity, rr } = raised
  const message: NotificationMessage = {
    action: 'rr_notification',
    device_id: deviceId,
    patient_id: residentId,
    id,
    ...text,
    rr,
    severity,
    kind,
    is_late: isLate,
  }
  return { bed, message }
}
