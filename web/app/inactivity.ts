import { useSyncExternalStore } from 'react'
import { noteTimeOut } from '../shared/drafts.ts'
import { getHost } from '../shared/host.ts'
import { createListeners } from '../shared/listeners.ts'
import { track } from '../shared/track.ts'
import { createIdleClock } from './idle-clock.ts'
import { isWall } from './wall-paths.ts'

/**
 * Clears the screen after nobody has used any tab of this browser for a while (SH-19). Walls are exempt: nobody
 * touches them, and everybody relies on them.
 */

const key = 'eupnea.lastTouch'
const checkMs = 10_000
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'] as const

let isTimedOut = false
const { subscribe, tell } = createListeners()

function become(next: boolean) {
  if (isTimedOut === next) return
  isTimedOut = next
  noteTimeOut(next)
  tell()
}

function read(): number | null {
  try {
    return Number(localStorage.getItem(key)) || null
  } catch {
    return null
  }
}

function write(at: number): void {
  try {
    localStorage.setItem(key, String(at))
  } catch {
    // Without storage, each tab counts for itself.
  }
}

/** Watches while someone is signed in. @returns a function that stops it */
export function startInactivityWatch(): () => void {
  const clock = createIdleClock({ now: Date.now, read, write, limitMs: () => getHost().inactivity_minutes * 60_000 })

  function check() {
    if (isTimedOut || isWall() || !clock.isOver()) return
    track('inactivity')
    become(true)
  }
  function touch() {
    check()
    if (!isTimedOut) clock.touch()
  }
  function wake() {
    if (!document.hidden) check()
  }

  const options = { passive: true, capture: true } as const
  for (const name of touches) addEventListener(name, touch, options)
  document.addEventListener('visibilitychange', wake)
  const timer = setInterval(check, checkMs)
  return () => {
    clearInterval(timer)
    for (const name of touches) removeEventListener(name, touch, options)
    document.removeEventListener('visibilitychange', wake)
    become(false)
  }
}

export const useTimedOut = (): boolean => useSyncExternalStore(subscribe, () => isTimedOut)
