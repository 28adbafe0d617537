/** Which notifications this browser has shown as pop-ups: with two tabs open, a person sees each once (AL-3). */

const key = 'eupnea.shownNotifications'
const kept = 200
/** The visible tab goes first; a hidden one waits for it, ms. */
const hiddenWaitMs = 700
/** After this, every tab sees what one of them has stored, ms. */
const storedMs = 10_000

/** @returns true in the one tab that should show it */
export async function claimPopUp(id: string): Promise<boolean> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenWaitMs))
  // Only in a secure context; elsewhere, two visible tabs may both show it.
  if (!navigator.locks) return take(id)
  return new Promise((resolve) => {
    const options = { ifAvailable: true }
    const claim = async (lock: Lock | null) => {
      const isOurs = lock !== null && take(id)
      resolve(isOurs)
      // What a tab stores reaches other tabs a little later; until then, the lock covers it.
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
    // Without storage, better twice than never.
  }
  return true
}

/** @returns the list with the id appended and the oldest dropped; null if it is already there */
export function withNew(stored: string | null, id: string): string | null {
  const ids = stored?.split(' ').filter(Boolean) ?? []
  return ids.includes(id) ? null : [...ids, id].slice(-kept).join(' ')
}
