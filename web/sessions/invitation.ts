import { useSyncExternalStore } from 'react'
import { createListeners } from '../shared/listeners.ts'

/** The challenge in an invitation link's fragment, `#set-password=…` (ID-2). For this page only. */

const fragment = /^#?set-password=([\w.~%-]{1,384})$/

let kept: string | null = null
const { subscribe, tell } = createListeners()

function keep(challenge: string | null) {
  kept = challenge
  tell()
}

/** @param hash of the address, with or without its `#`. @returns whether it was an invitation */
export function keepInvitation(hash: string): boolean {
  const challenge = fragment.exec(hash)?.[1]
  if (!challenge) return false
  try {
    keep(decodeURIComponent(challenge))
  } catch {
    return false
  }
  return true
}

/** Challenge of the open invitation; null without one. */
export const openInvitation = (): string | null => kept

/** It was used, or its holder signs in another way. */
export const dropInvitation = (): void => keep(null)

/** The same for a page that is already open when the link is followed. */
export const useInvitation = (): string | null => useSyncExternalStore(subscribe, openInvitation)
