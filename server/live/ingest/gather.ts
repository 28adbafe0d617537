import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Asks for many at once what is asked for one by one: thousands of sensors that come back together after an outage are
 * some ten statements, and leave the database's connections to others. Each question is asked after it was put; while
 * one is under way the next one grows.
 * @param ask is given each key once; leaves out what there is not
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
