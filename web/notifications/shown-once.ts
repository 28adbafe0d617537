/** Which notifications this browser has popped up: with two tabs open, a person is told once (AL-3). */

const key = 'eupnea.shownNotifications'
const kept = 200
/** A tab that somebody looks at comes first; a hidden one waits for it, ms. */
const hiddenWaitMs = 700
/** By then every tab sees what one of them has stored, ms. */
const storedMs = 10_000

/** @returns true for the one tab that is to show it */
export async function claimPopUp(id: string): Promise<boolean> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenWaitMs))
  // Only where the browser offers it (a secure context); elsewhere two tabs in view may both be quick.
  if (!navigator.locks) return take(id)
  return new Promise((resolve) => {
    const options = { ifAvailable: true }
    const claim = async (lock: Lock | null) => {
      const isOurs = lock !== null && take(id)
      resolve(isOurs)
      // What a tab stores reaches other tabs a little later; until then the lock tells them.
      if (isOurs) await new Promise((done) => setTimeout(done, storedMs))
    }
    navigator.locks.request(`${key}.${id}`, options, claim).catch(() => resolve(take(id)))
  })
}

function take(id: string): boolean {
  try {
    const shown = withNew(localStorage.getItem(key), id)
    if (!shown) return false
    localStorage.setItem(key, shown)
  } catch {
    // No storage: better twice than never.
  }
  return true
}

/** @returns the list with the id at its end, the oldest left out; null when it is there already */
export function withNew(stored: string | null, id: string): string | null {
  const ids = stored?.split(' ').filter(Boolean) ?? []
  return ids.includes(id) ? null : [...ids, id].slice(-kept).join(' ')
}
