/**
 * Keys of calls under way, or without an answer from the portal: the same call has the same key when it is repeated.
 */
const keys = new Map<string, string>()

/** @param what the call and its content */
export function keyFor(what: string): string {
  const key = keys.get(what) ?? newKey()
  keys.set(what, key)
  return key
}

/** Answered: repeating it means another one. A proxy's error isn't the portal's answer. */
export function noteAnswered(what: string, status: number): void {
  if (status > 0 && status < 500) keys.delete(what)
}

/** They contain what was sent, so nothing may remain for the next person. */
export const forgetKeys = (): void => keys.clear()

/** Like `crypto.randomUUID`, which browsers offer only under https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
