import { addressGroup } from './address-group.ts'
import type { Log } from './log.ts'

/**
 * Log lines of refused calls, by which an operator sees who tries doors. The first of a kind is told at once, the rest
 * of its minute as a number, so that whoever tries thousands doesn't fill the log.
 */

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
}

export interface RefusalLog {
  note(refusal: Refusal): void
  /** Tells what was only counted. */
  flush(): void
  close(): void
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

export function createRefusalLog(log: Log): RefusalLog {
  let again = new Map<string, { refusal: Refusal; times: number }>()
  let others = 0
  const flush = (): void => {
    for (const { refusal, times } of again.values())
      if (times > 0) log.warn({ ...refusal, request_id: undefined, times }, 'calls were refused again')
    if (others > 0) log.warn({ times: others }, 'other calls were refused')
    again = new Map()
    others = 0
  }
  const timer = setInterval(flush, minuteMs).unref()
  return {
    note(refusal) {
      const { status, code, call, actor, address } = refusal
      const kind = [status, code, call, actor ?? addressGroup(address)].join(' ')
      const known = again.get(kind)
      if (known) known.times++
      else if (again.size >= mostKinds) others++
      else {
        again.set(kind, { refusal, times: 0 })
        log.warn(refusal, 'a call was refused')
      }
    },
    flush,
    close() {
      clearInterval(timer)
      flush()
    },
  }
}
