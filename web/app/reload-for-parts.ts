import { isReached } from '../shared/reached.ts'

const key = 'eupnea.partFailedAt'
/** Longer than a background tab waits between two tries. */
const quietMs = 120_000

/**
 * A page left open across an update requests parts that are gone: reloading the document brings the new ones. Offline,
 * reloading would fail, and the page would be lost. What fails again and again would fail after each reload too: the
 * page stays and says so.
 */
export function startReloading(): void {
  addEventListener('vite:preloadError', async () => {
    if (!(await isReached())) return
    const now = Date.now()
    const last = Number(sessionStorage.getItem(key))
    sessionStorage.setItem(key, String(now))
    if (Math.abs(now - last) > quietMs) location.reload()
  })
}
