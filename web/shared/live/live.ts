import { createLiveStore, scheduleFrames } from './live-store.ts'

/** The page's only store. */
export const liveStore = createLiveStore(scheduleFrames())
