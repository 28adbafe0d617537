import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { planAt } from '@eupnea/contract/rules/plan.ts'
import type pg from 'pg'
import type { Bed } from '../bed/bed.ts'
import type { BedEffect, End, Raise, Reduced } from '../bed/bed-event.ts'
import { isTechnical } from '../bed/trust.ts'
import { endEpisodes, flagMinutes, raiseEpisodes, storeSignals } from './effects.sql.ts'
import { textOf } from './notification-texts.ts'

export interface Raised {
  readonly bed: Bed
  readonly message: NotificationMessage
}

/** Readings older than that aren't news: what they raise is listed, not sent (WA-8). */
export const newsMs = 5 * 60_000

/**
 * Stores what follows from what happened to beds, in the transaction at hand: notifications, the signal's spans, minutes
 * that count for nothing. All beds are handled together: a facility that gets its power back has hundreds.
 * @returns notifications to show after the commit
 */
export async function storeEffects(client: pg.ClientBase, reduced: readonly Reduced[]): Promise<Raised[]> {
  const stored: Raised[] = []
  // In one order everywhere, so that two transactions never wait for each other.
  const beds = reduced
    .map(({ bed, effects }) => ({ bed, effects: effects.filter(isOfEpisodes) }))
    .filter(({ effects }) => effects.length > 0)
    .sort((a, b) => a.bed.place.no - b.bed.place.no)
  // Effects of the same bed are stored in order.
  for (let nth = 0; ; nth++) {
    const raised: Raising[] = []
    const ended: (End & { residentId: string })[] = []
    let isDone = true
    for (const { bed, effects } of beds) {
      const effect = effects[nth]
      if (!effect) continue
      isDone = false
      if (effect.effect === 'raise')
        raised.push({ bed, raised: effect, isLate: isLate(bed, effect, effects.slice(nth + 1)), end: null })
      else if (effect.effect === 'end') ended.push({ ...effect, residentId: bed.place.residentId! })
      else await flagMinutes(client, bed.place, effect.from, effect.until)
    }
    if (isDone) break
    stored.push(...(await raiseAll(client, raised)))
    await endEpisodes(client, ended)
  }
  await storeAllSignals(client, reduced)
  return stored
}

type OfEpisodes = Extract<BedEffect, { effect: 'raise' | 'end' | 'flag' }>
const isOfEpisodes = (effect: BedEffect): effect is OfEpisodes =>
  effect.effect === 'raise' || effect.effect === 'end' || effect.effect === 'flag'

async function storeAllSignals(client: pg.ClientBase, reduced: readonly Reduced[]): Promise<void> {
  const beds = reduced.flatMap(({ bed: { place }, effects }) => {
    const signals = effects.flatMap((one) => (one.effect === 'signal' ? [one.signal] : []))
    return signals.length > 0 ? [{ place, signals }] : []
  })
  // Signals of the same bed are stored in order.
  for (let nth = 0; ; nth++) {
    const these = beds.flatMap(({ place, signals }) => signals.slice(nth, nth + 1).map((signal) => ({ place, signal })))
    if (these.length === 0) return
    await storeSignals(client, these)
  }
}

function isLate(bed: Bed, raised: Raise, later: readonly BedEffect[]): boolean {
  const newest = Math.max(bed.watch.ts ?? 0, raised.at)
  const hasEnded = later.some(
    (effect) => effect.effect === 'end' && effect.kind === raised.kind && effect.direction === raised.direction,
  )
  // What goes by the portal's clock is current, however long ago the device was heard.
  return hasEnded || (!isTechnical(raised.kind) && Date.now() - newest > newsMs)
}

/** What was over before it was known: whatever is open now of its kind is another one (WA-8). */
export const storeEnded = (client: pg.ClientBase, bed: Bed, raised: Raise, end: End): Promise<Raised[]> =>
  raiseAll(client, [{ bed, raised, isLate: true, end }])

interface Raising {
  readonly bed: Bed
  readonly raised: Raise
  readonly isLate: boolean
  readonly end: End | null
}

async function raiseAll(client: pg.ClientBase, raising: readonly Raising[]): Promise<Raised[]> {
  const known = raising.flatMap(({ bed, raised, isLate, end }) => {
    const { residentId, clinicId, id: deviceId, tz, locale } = bed.place
    if (residentId === null || clinicId === null) return []
    const text = textOf(raised, { plan: planAt(bed.place, raised.at), tz, locale, lateMs: Date.now() - raised.at })
    return [{ bed, text, episode: { ...raised, ...text, clinicId, residentId, deviceId, isLate, tz, end } }]
  })
  if (known.length === 0) return []
  const ids = await raiseEpisodes(
    client,
    known.map(({ episode }) => episode),
  )
  return known.flatMap(({ bed, text, episode: { deviceId, residentId, kind, severity, rr, isLate } }, nth) => {
    const id = ids[nth]
    if (!id) return []
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
    return [{ bed, message }]
  })
}
