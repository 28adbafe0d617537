/** Runs in the measured pages, the same in each. */

const frameMs = 1_000 / 60

const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })

const frame = () => new Promise(requestAnimationFrame)

/** After the next paint: a frame begins when the one before it is drawn. A message would wait behind later frames. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
  })

/** In the window, and drawn in it: the browser may have left it empty so far. */
const isDrawn = (slot) => {
  const { top, bottom } = slot.getBoundingClientRect()
  return bottom <= 0 || top >= innerHeight || slot.firstElementChild.checkVisibility({ contentVisibilityAuto: true })
}

/** Windows of at most five seconds without a pause of one; the worst counts (web.dev/cls). */
const shiftWindows = []
const moved = []
const faults = []
let longest = 0
let firstPaint = 0
let firstCard = 0

const nameOf = (node) =>
  node instanceof Element
    ? `${node.localName}.${node.className}`
    : `${nameOf(node?.parentElement ?? null)}:${node?.nodeName}`

observe('layout-shift', ({ value, hadRecentInput, startTime, sources }) => {
  if (hadRecentInput) return
  const last = shiftWindows.at(-1)
  if (last && startTime - last.end < 1_000 && startTime - last.start < 5_000) {
    last.sum += value
    last.end = startTime
  } else shiftWindows.push({ start: startTime, end: startTime, sum: value })
  const what = sources.map(({ node }) => (node ? nameOf(node) : 'gone')).join(' ')
  moved.push(`${Math.round(startTime)} ms ${value.toFixed(4)} ${what}`)
})
observe('longtask', ({ duration }) => {
  longest = Math.max(longest, duration)
})
observe('paint', ({ name, startTime }) => {
  if (name === 'first-paint') firstPaint = startTime
})

addEventListener('error', ({ message }) => faults.push(message))
addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))

const seekFirstCard = async () => {
  const parts = document.querySelectorAll('.card [data-part=rr]')
  for (let index = 0; index < Math.min(parts.length, 12); index++)
    if (/\d/.test(parts[index].textContent)) {
      firstCard = await painted()
      return
    }
  requestAnimationFrame(seekFirstCard)
}
requestAnimationFrame(seekFirstCard)

/** By what every card shows of its resident. */
const matches = (slot, text) => {
  const shown = `${slot.querySelector('.card-room').textContent} ${slot.querySelector('.card-name').textContent}`
  return shown.toLowerCase().includes(text)
}

globalThis.probe = {
  /** What its scripts have failed with. */
  faults,

  /** All cards exist, the top ones have values, and the page says that it is live. */
  isReady(count) {
    return (
      firstCard > 0 &&
      document.querySelectorAll('.card').length === count &&
      document.querySelector('.card').hasAttribute('data-state') &&
      document.querySelector('.live').dataset.kind === 'live'
    )
  },

  start() {
    const before = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= firstCard)
    const [page] = performance.getEntriesByType('navigation')
    const bytes = [page, ...before].reduce((sum, { transferSize }) => sum + transferSize, 0)
    return {
      firstCard,
      firstPaint,
      shift: Math.max(0, ...shiftWindows.map(({ sum }) => sum)),
      moved,
      longest,
      requests: before.length + 1,
      kilobytes: bytes / 1_000,
    }
  },

  /** `searched` becomes the time from the next key to the paint of the matching cards and no others. */
  awaitSearch(text) {
    const grid = document.querySelector('.cards')
    const slots = [...grid.children]
    const wanted = text === '' ? probe.all : slots.filter((slot) => matches(slot, text)).length
    if (text.length === 1) probe.all = slots.length
    probe.searched = new Promise((resolve) => {
      addEventListener(
        'keydown',
        async ({ timeStamp }) => {
          const isDone = () => {
            const shown = [...document.querySelector('.cards').children].filter(({ hidden }) => !hidden)
            return shown.length === wanted && shown.every((slot) => matches(slot, text) && isDrawn(slot))
          }
          do await frame()
          while (!isDone())
          // This frame paints them.
          await frame()
          resolve(performance.now() - timeStamp)
        },
        { once: true, capture: true },
      )
    })
  },

  /** Markup of the first cards, without what depends on the current time, or says how they are drawn. */
  cardsOf(count) {
    return [...document.querySelectorAll('.card-slot')].slice(0, count).map((slot) => {
      const copy = slot.cloneNode(true)
      copy.removeAttribute('data-in-view')
      for (const part of copy.querySelectorAll('[data-part=age], [data-part=presence]')) part.textContent = ''
      const word = copy.querySelector('[data-part=word]')
      word.textContent = word.textContent.replace(/^(Out of bed).*/, '$1')
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
