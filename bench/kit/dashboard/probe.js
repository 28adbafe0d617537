/** Runs in the measured pages, the same in each. */

const frameMs = 1_000 / 60

globalThis.probe = {
  /** All cards exist, the top ones have values, and the page says that it is live. */
  isReady(count) {
    return (
      document.querySelectorAll('.card').length === count &&
      document.querySelector('.card [data-part=age]').textContent !== '' &&
      document.querySelector('.live').dataset.kind === 'live'
    )
  },

  /** Markup of the first cards, without anything that depends on the current time. */
  cardsOf(count) {
    return [...document.querySelectorAll('.card-slot')].slice(0, count).map((slot) => {
      const copy = slot.cloneNode(true)
      for (const part of copy.querySelectorAll('[data-part=age], [data-part=presence]')) part.textContent = ''
      return copy.outerHTML
    })
  },

  /** Requests every frame for a while and counts late ones. */
  async countFrames(ms) {
    const longTasks = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    let onTime = 0
    let dropped = 0
    await new Promise((resolve) => {
      let first = null
      let last = null
      const step = (at) => {
        first ??= at
        if (last !== null) {
          onTime++
          dropped += Math.max(0, Math.round((at - last) / frameMs) - 1)
        }
        last = at
        if (at - first < ms) requestAnimationFrame(step)
        else resolve()
      }
      requestAnimationFrame(step)
    })
    observer.disconnect()
    return { onTime, dropped, longTasks }
  },
}
