/** Functions that are called when something has changed; `subscribe` returns a function that unsubscribes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function tell(): void {
    for (const listener of listeners) listener()
  }
  return { subscribe, tell }
}
