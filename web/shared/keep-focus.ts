/**
 * The keyboard stays where its user was working: what has the focus may go away with its dialog, its menu or the act
 * that it did, and browsers then start again from the top of the page.
 */

interface Place {
  readonly target: HTMLElement
  /** within its layer or region, from the inside to the outside */
  readonly around: readonly Element[]
  /** dialog, menu or pop-up that it is in; null: the page */
  readonly layer: Element | null
}

const layers = '[role="dialog"], [role="menu"], [role="listbox"], .mantine-Notification-root'
/** What was near is looked for no further out. */
const regions = 'main, header, nav, footer'
const focusable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not([disabled], [type="hidden"])'

const isAble = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function around(element: Element, layer: Element | null): Element[] {
  const last = layer ?? element.closest(regions)
  const found: Element[] = []
  for (let next = element.parentElement; next && last?.contains(next); next = next.parentElement) found.push(next)
  return found
}

/** What stands in its place now: itself, or what can be reached nearest to where it was. */
function successorOf({ target, around }: Place): HTMLElement | undefined {
  if (isAble(target)) return target
  for (const element of around) {
    if (!element.isConnected) continue
    if (element.id === 'main') return element as HTMLElement
    const next = [...element.querySelectorAll<HTMLElement>(focusable)].find(isAble)
    if (next) return next
  }
  return undefined
}

/** Gives the focus back whenever what had it is gone or can no longer be used. @returns ends it */
export function keepFocus(): () => void {
  /** the page's place, and one for each dialog or menu that was opened from the one before */
  let trail: Place[] = []

  function remember({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(layers)
    const known = trail.findIndex((place) => place.layer === layer)
    if (known >= 0) trail = trail.slice(0, known)
    trail.push({ target, around: around(target, layer), layer })
  }

  /** By a click beside everything, say; one beside a dialog closes it, and that has somewhere to go back to. */
  function forgetWhatWasLeft() {
    setTimeout(() => {
      const last = trail.at(-1)
      if (document.activeElement === document.body && last?.layer === null && isAble(last.target)) trail = []
    })
  }

  function giveBack() {
    const last = trail.at(-1)?.target
    const active = document.activeElement
    if (!last || (active !== document.body && (active !== last || !last.matches(':disabled')))) return
    // What works has the focus again when it is done, or is gone by then.
    if (last.isConnected && last.hasAttribute('data-loading')) return
    for (const place of trail.toReversed()) {
      const next = successorOf(place)
      if (next) return next.focus({ preventScroll: true })
    }
  }

  const observer = new MutationObserver(giveBack)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading'],
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forgetWhatWasLeft)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forgetWhatWasLeft)
  }
}
