/**
 * Keeps keyboard focus near where people were working: the focused element may disappear with its dialog, menu or
 * action, and browsers would then start again from the top of the page.
 */

interface Place {
  readonly target: HTMLElement
  /** ancestors within its layer or region, innermost first */
  readonly around: readonly Element[]
  /** dialog, menu or pop-up around it; null: the page */
  readonly layer: Element | null
}

const layers = '[role="dialog"], [role="menu"], [role="listbox"], .mantine-Notification-root'
/** The search for a neighbour ends here. */
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

const nameOf = (element: HTMLElement): string | null => element.getAttribute('aria-label') ?? element.textContent

/** The element itself, or else the one that took its place, or the nearest focusable one to where it was. */
function successorOf({ target, around }: Place): HTMLElement | undefined {
  if (isAble(target)) return target
  for (const element of around) {
    if (!element.isConnected) continue
    if (element.id === 'main') return element as HTMLElement
    const able = [...element.querySelectorAll<HTMLElement>(focusable)].filter(isAble)
    const next = able.find((one) => nameOf(one) === nameOf(target)) ?? able[0]
    if (next) return next
  }
  return undefined
}

/** Restores focus whenever the focused element is gone or disabled. @returns a function that stops it */
export function keepFocus(): () => void {
  /** the place on the page, and one for each dialog or menu opened from the previous one */
  let trail: Place[] = []
  /** had the focus last and was left on purpose: a disabled element loses it unasked */
  let left: EventTarget | null = null

  function remember({ target }: FocusEvent) {
    left = null
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(layers)
    const known = trail.findIndex((place) => place.layer === layer)
    if (known >= 0) trail = trail.slice(0, known)
    trail.push({ target, around: around(target, layer), layer })
  }

  /** For instance by clicking on nothing; clicking outside a dialog closes it, and has a place to return to. */
  function forgetWhatWasLeft({ target }: FocusEvent) {
    left = target instanceof HTMLElement && !target.matches(':disabled, [data-loading]') ? target : null
    setTimeout(() => {
      const last = trail.at(-1)
      if (document.activeElement === document.body && last?.layer === null && isAble(last.target)) trail = []
    })
  }

  function giveBack() {
    const last = trail.at(-1)?.target
    const active = document.activeElement
    if (!last || (active !== document.body && (active !== last || !last.matches(':disabled')))) return
    // A loading button gets the focus back when it is done, or is gone by then.
    if (last.isConnected && last.hasAttribute('data-loading')) return
    // Something else has changed at the same moment.
    if (last === left && isAble(last)) return
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
