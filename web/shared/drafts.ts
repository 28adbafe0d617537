import { createListeners } from './listeners.ts'
import { queryClient } from './query.ts'
import { sessionQuery } from './session.ts'

/**
 * What a person has typed and not saved yet, where it outlasts the page that it was typed on. It also outlasts the end
 * of their session and the reload after a time without activity: in memory, and for nobody but them (ID-6, SH-19).
 */

/** who typed it; null: nobody has signed in yet */
let owner: string | null = null
const drafts = new Map<string, unknown>()
const { subscribe, tell } = createListeners()
export const subscribeToDrafts = subscribe

export const readDraft = <D>(of: string): D | undefined => drafts.get(of) as D | undefined

export function keepDraft(of: string, draft: unknown): void {
  drafts.set(of, draft)
  tell()
}

export const dropDraft = (of: string): void => keepDraft(of, undefined)

/** Signed out by hand. */
export const dropDrafts = (): void => drafts.clear()

/** Somebody has signed in: what somebody else has typed is gone. */
export function leaveDraftsTo(person: string): void {
  if (owner !== person) drafts.clear()
  owner = person
}

let isTimedOut = false

/** The page gives way to the dialog of one that was not used for a while, or comes back. */
export const noteTimeOut = (next: boolean): void => {
  isTimedOut = next
}

/** Whether pages go without their person's doing: nobody has cancelled a form that goes with them. */
export const isTypingInterrupted = (): boolean => isTimedOut || !queryClient.getQueryData(sessionQuery.queryKey)

const mark = 'eupnea.drafts:'
const holdsFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some((part) => part instanceof Blob)

/** Before a reload: a window's name outlasts it, and nothing is written into a storage. Files stay behind. */
export function carryDrafts(): void {
  if (drafts.size === 0) return
  const text = JSON.stringify([owner, [...drafts]], (_key, value) => (holdsFile(value) ? undefined : value))
  window.name = mark + text
}

/** After it, before anybody is known. */
export function takeCarriedDrafts(): void {
  if (!window.name.startsWith(mark)) return
  const text = window.name.slice(mark.length)
  window.name = ''
  try {
    const [whose, entries] = JSON.parse(text) as [string | null, [string, unknown][]]
    for (const [of, draft] of entries) drafts.set(of, draft)
    owner = whose
  } catch {
    // Whoever opened this window may have given it any name.
  }
}
