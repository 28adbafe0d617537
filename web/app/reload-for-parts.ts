import { isReached } from '../shared/reached.ts'

const key = 'eupnea.reloadedAt'
/** From one reload to the next: an unattended wall has nobody else who would try again. */
const againMs = 5 * 60_000

/**
 * A page left open across an update requests parts that are gone: reloading the document brings the new ones. Offline,
 * reloading would fail, and the page would be lost. What fails after a reload too is said, and tried anew after minutes.
 */
export function startReloading(): void {
  sessionStorage.removeItem('eupnea.reloadWaitMs')
  addEventListener('vite:preloadError', async () => {
    // A clock may have been set back.
    if (Math.abs(Date.now() - Number(sessionStorage.getItem(key))) < againMs) return
    if (!(await isReached())) return
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
  })
}
