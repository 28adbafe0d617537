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
 * Raises and ends episodes of the resident under a device, judged from its ten newest minutes (AL-2), within the
 * current transaction.
 * @param raised collects the notifications to send after the commit
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

/** How late the minutes arrived, such as `50 min` or `24 h`: a sensor may send stored readings hours later. */
function lateText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 120) return m.common_minutes({ count: minutes })
  return m.common_hours({ count: Math.floor(minutes / 60) })
}
