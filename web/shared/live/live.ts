import { createLiveStore, scheduleFrames } from './live-store.ts'

/** The one store of the page. */
export const liveStore = createLiveStore(scheduleFrames())
