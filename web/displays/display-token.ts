import { useSyncExternalStore } from 'react'
import { callAsDisplay } from '../shared/api.ts'
import { createListeners } from '../shared/listeners.ts'
import { liveStore } from '../shared/live/index.ts'
import { queryClient } from '../shared/query.ts'

/**
 * The display's token, in the browser's storage: it must survive a restart of the television, and a cookie would go with
 * every call, also a person's (DI-1).
 */
const key = 'eupnea.display'

/** Calls whose answers a display has. */
const ofDisplays: readonly unknown[] = ['readWall', 'listLastRr']

interface Enrolment {
  readonly token: string | null
  /** it had one until the portal rejected it */
  readonly isRevoked: boolean
}

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(key)
    else localStorage.setItem(key, token)
  } catch {
    // Without storage, the display has to be enrolled again after a restart.
  }
}

let enrolment: Enrolment = { token: stored(), isRevoked: false }
const { subscribe, tell } = createListeners()

function become(next: Enrolment): void {
  enrolment = next
  store(next.token)
  tell()
}

export const keepDisplayToken = (token: string): void => become({ token, isRevoked: false })

/** Nothing of the residents stays in the page. */
function forget(): void {
  become({ token: null, isRevoked: true })
  queryClient.removeQueries({ predicate: ({ queryKey }) => ofDisplays.includes(queryKey[0]) })
  liveStore.clear()
}

export const useEnrolment = (): Enrolment => useSyncExternalStore(subscribe, () => enrolment)

/** Makes the calls of this page with the token. @returns a function that stops it */
export function beDisplay(token: string): () => void {
  callAsDisplay({ token, onRevoked: forget })
  return () => callAsDisplay(null)
}
