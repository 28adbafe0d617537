import type { Notification } from '@eupnea/contract/notifications.ts'

/** What is to be heard, and when. The tabs of a browser share what they know, so that one of them sounds (AN-2). */

/** Something that asks, by whatever name; see `askingOf`. */
export interface Asking {
  readonly key: string
  readonly severity: Notification['severity']
}

/** Kept in the browser for all tabs. Times in ms since the epoch. */
export interface Heard {
  /** what has sounded, newest last */
  readonly keys: readonly string[]
  /** when a danger sounded last */
  readonly dangerAt: number
  readonly silenced: { readonly until: number; readonly keys: readonly string[] }
}

export const nothingHeard: Heard = { keys: [], dangerAt: 0, silenced: { until: 0, keys: [] } }

/** A danger sounds again after this time, ms. */
const againMs = 10_000
const silenceMs = 2 * 60_000
const mostKept = 200

/** @returns the tone that is due, if any, and what is known after it */
export function planTone(
  asking: readonly Asking[],
  heard: Heard,
  at: number,
): { tone: Asking['severity'] | null; heard: Heard } {
  const known = new Set(heard.keys)
  const fresh = asking.filter(({ key }) => !known.has(key))
  // A clock that was set back must not silence anything.
  const silentFor = heard.silenced.until - at
  const isSilenced = ({ key }: Asking) => silentFor > 0 && silentFor <= silenceMs && heard.silenced.keys.includes(key)
  const since = at - heard.dangerAt
  const isDue = since >= againMs || since < 0
  const isDanger = ({ severity }: Asking) => severity === 'danger'
  const isDangerDue = fresh.some(isDanger) || (isDue && asking.some((one) => isDanger(one) && !isSilenced(one)))
  if (!isDangerDue && fresh.length === 0) return { tone: null, heard }
  const keys = [...heard.keys, ...fresh.map(({ key }) => key)].slice(-mostKept)
  return { tone: isDangerDue ? 'danger' : 'warning', heard: { ...heard, keys, ...(isDangerDue && { dangerAt: at }) } }
}

/** For two minutes, these dangers are not heard again; others are. */
export const planSilence = (asking: readonly Asking[], heard: Heard, at: number): Heard => ({
  ...heard,
  silenced: { until: at + silenceMs, keys: asking.map(({ key }) => key) },
})

/** Whatever else may be stored under that name. */
export function parseHeard(text: string | null): Heard {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Heard>
    const { keys = [], dangerAt = 0, silenced = nothingHeard.silenced } = stored
    return {
      keys: [...keys],
      dangerAt: Number(dangerAt) || 0,
      silenced: { until: Number(silenced.until) || 0, keys: [...silenced.keys] },
    }
  } catch {
    return nothingHeard
  }
}
