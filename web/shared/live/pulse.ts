const listeners = new Set<() => void>()
let stop: (() => void) | null = null

const tick = () => {
  for (const listener of listeners) listener()
}

/** Begins to tick in a worker; by the page's own timer where the worker can't be fetched. */
function start(): () => void {
  const worker = new Worker(new URL('./pulse-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setInterval> | undefined
  worker.onmessage = tick
  worker.onerror = () => {
    timer ??= setInterval(tick, 500)
  }
  return () => {
    worker.terminate()
    clearInterval(timer)
  }
}

/** Calls twice a second, also in a tab that nobody looks at (AN-9). @returns a function that ends it */
export function onPulse(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}
