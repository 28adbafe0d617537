/** Keys of calls that are under way, or had no answer of the portal's: the same call has the same key when it is sent again. */
const keys = new Map<string, string>()

/** @param what the call and what it carries */
export function keyFor(what: string): string {
  const key = keys.get(what) ?? newKey()
  keys.set(what, key)
  return key
}

/** Answered: the same again is meant as another one. A proxy's error is no answer of ours. */
export function noteAnswered(what: string, status: number): void {
  if (status > 0 && status < 500) keys.delete(what)
}

/** They name what was sent: nothing of it is left for the next person. */
export const forgetKeys = (): void => keys.clear()

/** As `crypto.randomUUID`, which browsers have under https alone. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
