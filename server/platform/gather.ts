import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Combines single lookups into batches: thousands of sensors that reconnect after an outage need about ten statements
 * and leave the other database connections free. A lookup never joins a query that has already started; while one runs,
 * the next batch collects.
 * @param ask is given each key once; leaves out keys it doesn't find
 */
export function createGather<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let before: Promise<unknown> = Promise.resolve()
  let next: { readonly keys: Set<K>; readonly answer: Promise<ReadonlyMap<K, V>> } | null = null

  const gather = () => {
    const keys = new Set<K>()
    const answer = before
      .then(() => nextTurn())
      .then(() => {
        next = null
        return ask([...keys])
      })
    before = answer.catch(() => {})
    return { keys, answer }
  }

  return async (key) => {
    next ??= gather()
    next.keys.add(key)
    return (await next.answer).get(key)
  }
}
