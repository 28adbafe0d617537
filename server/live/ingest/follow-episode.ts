import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { type EpisodeState, episodeMinutes, judgeEpisode } from '@eupnea/contract/rules/episode.ts'
import { type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { roundRate } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import type pg from 'pg'
import { type DeviceSlot, ringAverages } from '../state/device-slot.ts'
import { endEpisode, raiseEpisode } from './ingest.sql.ts'

export interface Raised {
  readonly slot: DeviceSlot
  readonly message: NotificationMessage
}

/**
 * Raises and ends episodes of who lies under a device, as its ten newest minutes have it (AL-2), in the transaction at
 * hand.
 * @param raised takes the notifications to be told after the commit
 */
export async function followEpisode(
  client: pg.ClientBase,
  slot: DeviceSlot,
  ring: readonly MinuteSums[],
  raised: Raised[],
): Promise<EpisodeState> {
  const { residentId, clinicId, id: deviceId } = slot.place
  if (residentId === null || clinicId === null) return slot.episode
  let episode = slot.episode
  const until = (ring.at(-1)?.minute ?? Date.now()) + minuteMs
  const lateMs = Date.now() - until
  const isLate = lateMs > episodeMinutes * minuteMs
  for (const change of judgeEpisode(episode, ringAverages(ring), defaultPlan)) {
    if (change.change === 'end') {
      await endEpisode(client, residentId, change.direction)
      episode = { ...episode, [change.direction]: null }
      continue
    }
    const rr = roundRate(change.rr, defaultPlan)
    const rate = { rate: rr, low: defaultPlan.low, high: defaultPlan.high }
    const description = isLate
      ? m.notification_episode_late({ ...rate, late: lateText(lateMs) })
      : m.notification_episode(rate)
    const id = await raiseEpisode(client, { ...change, rr, clinicId, residentId, deviceId, description, until, isLate })
    episode = { ...episode, [change.direction]: change.severity }
    if (id === null) continue
    const { title, severity } = change
    raised.push({
      slot,
      message: {
        action: 'rr_notification',
        device_id: deviceId,
        patient_id: residentId,
        id,
        title,
        description,
        rr,
        severity,
      },
    })
  }
  return episode
}

/** `50 min`, `24 h`: a sensor sends what it stored hours later. */
function lateText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 120) return m.notification_minutes({ count: minutes })
  return m.notification_hours({ count: Math.floor(minutes / 60) })
}
