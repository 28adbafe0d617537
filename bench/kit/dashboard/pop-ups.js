/** Runs in a dashboard: what each pop-up says, and when it was on the page, ms since the epoch. */

globalThis.popUps = []
const known = new WeakSet()

new MutationObserver(() => {
  for (const popUp of document.querySelectorAll('.mantine-Notification-root')) {
    if (known.has(popUp)) continue
    known.add(popUp)
    popUps.push({ text: popUp.textContent, at: performance.timeOrigin + performance.now() })
  }
}).observe(document, { childList: true, subtree: true })
