import type { IncomingMessage } from 'node:http'
import { addressGroup } from './address-group.ts'
import type { Log } from './log.ts'

/**
 * Log lines about attempts that anyone can make, so that an operator sees who is trying to get in. The first of a kind is
 * logged at once; the rest of that minute are only counted, or thousands of attempts would fill the log.
 */
export interface CountedLog {
  /** @param kind what is counted together @param about of the first, and of the count without its request and names */
  note(kind: string, about: object, words: { readonly first: string; readonly again: string }): void
  /** Tells what was only counted. */
  flush(): void
  close(): void
}

interface Refusal {
  readonly status: number
  /** the error's code; absent where a standard has no place for it */
  readonly code?: string | undefined
  /** the call as it is declared, so no ids or names; null: there is none at this path */
  readonly call: string | null
  /** id of the person, program or display; null: nobody that is known */
  readonly actor: string | null
  readonly address: string
  readonly request_id?: string
  /** what a call from another site named, of the first of its kind */
  readonly named?: Named | undefined
}

interface Named {
  readonly origin: string | undefined
  readonly host: string | undefined
}

export interface RefusalLog extends Pick<CountedLog, 'flush' | 'close'> {
  note(refusal: Refusal): void
}

const minuteMs = 60_000
/** Most kinds remembered in a minute; what comes beyond is counted together. */
const mostKinds = 1_000

/**
 * Whether an answer refuses something that deserves a line: not a conflict with what others did meanwhile, and not a
 * visitor without any token, whose page only asks whether there is a session.
 */
export const isNoteworthy = (status: number, hasToken: boolean): boolean =>
  status >= 400 && status < 500 && status !== 409 && (status !== 401 || hasToken)

export function createCountedLog(log: Log): CountedLog {
  let again = new Map<string, { about: object; words: string; times: number }>()
  let others = 0
  const flush = (): void => {
    for (const { about, words, times } of again.values()) if (times > 0) log.warn({ ...about, times }, words)
    if (others > 0) log.warn({ times: others }, 'others were refused')
    again = new Map()
    others = 0
  }
  const timer = setInterval(flush, minuteMs).unref()
  return {
    note(kind, about, words) {
      const known = again.get(kind)
      if (known) known.times++
      else if (again.size >= mostKinds) others++
      else {
        again.set(kind, { about: { ...about, request_id: undefined, named: undefined }, words: words.again, times: 0 })
        log.warn(about, words.first)
      }
    },
    flush,
    close() {
      clearInterval(timer)
      flush()
    },
  }
}

const words = { first: 'a call was refused', again: 'calls were refused again' }

export function createRefusalLog(log: Log): RefusalLog {
  const { note, flush, close } = createCountedLog(log)
  return {
    note(refusal) {
      const { status, code, call, actor, address } = refusal
      note([status, code, call, actor ?? addressGroup(address)].join(' '), refusal, words)
    },
    flush,
    close,
  }
}

/** Callers write them, at any length. */
const mostCharacters = 200

/** By what a call was taken for another site's: an operator whose BASE_URL is wrong reads it here. */
export const namedBy = ({ headers }: Pick<IncomingMessage, 'headers'>): Named => ({
  origin: headers.origin?.slice(0, mostCharacters),
  host: headers.host?.slice(0, mostCharacters),
})
