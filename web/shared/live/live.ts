import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import { getSettings, subscribeSettings } from '../settings.ts'
import { createLiveStore, scheduleFrames } from './live-store.ts'

/** The page's only store. */
export const liveStore = createLiveStore(scheduleFrames())

/** On every page, presence follows the person's settings (SH-18); at the default, the range of each sensor (WA-9). */
function followSettings(): void {
  const { distanceRange } = getSettings()
  liveStore.setPresenceRange(distanceRange === defaultPresenceRange ? null : distanceRange)
}
followSettings()
subscribeSettings(followSettings)
