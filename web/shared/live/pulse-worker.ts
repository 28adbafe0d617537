/** Ticks twice a second. A browser slows the timers of a page that nobody looks at, but not those of a worker. */
setInterval(() => postMessage(null), 500)
