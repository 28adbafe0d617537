import type { Notification } from '@eupnea/contract/notifications.ts'
import { createListeners } from '../shared/listeners.ts'

/** Tones by Web Audio, a pattern for each severity: nothing is fetched when it matters (AN-2). */

type Severity = Notification['severity']

/** Notes: frequency in Hz, beginning and length in seconds. Danger rises and is brisk, a warning falls and is soft. */
const patterns: Record<Severity, readonly (readonly [hz: number, at: number, length: number])[]> = {
  danger: [
    [784, 0, 0.16],
    [988, 0.22, 0.16],
    [1175, 0.44, 0.3],
  ],
  warning: [
    [659, 0, 0.22],
    [523, 0.28, 0.34],
  ],
}
const loudness: Record<Severity, number> = { danger: 1, warning: 0.6 }
/** Without a ramp, a note begins and ends with a click, seconds. */
const ramp = 0.02
/** A browser that allows sound starts within this time, ms. */
const startMs = 1_000

let context: AudioContext | null = null
let isBlocked = false
const { subscribe, tell } = createListeners()
export const onSoundBlocked = subscribe

function become(blocked: boolean) {
  if (isBlocked === blocked) return
  isBlocked = blocked
  tell()
}

/** Whether the browser wants a click first. */
export const isSoundBlocked = (): boolean => isBlocked

/** Starts sound; in a click, a browser that blocked it allows it. @returns whether it can be heard */
export async function allowSound(): Promise<boolean> {
  if (!globalThis.AudioContext) return false
  context ??= new AudioContext()
  const { state } = context
  // Blocked, it waits for a click and may never answer.
  if (state !== 'running') await Promise.race([context.resume(), new Promise((late) => setTimeout(late, startMs))])
  become(context.state !== 'running')
  return !isBlocked
}

/** @param volume 0..1 @returns whether it was heard */
export async function playTone(severity: Severity, volume: number): Promise<boolean> {
  if (!(await allowSound()) || !context) return false
  const start = context.currentTime + ramp
  for (const [hz, at, length] of patterns[severity]) {
    const note = context.createOscillator()
    const gain = context.createGain()
    note.frequency.value = hz
    gain.gain.setValueAtTime(0, start + at)
    gain.gain.linearRampToValueAtTime(volume * loudness[severity], start + at + ramp)
    gain.gain.setValueAtTime(volume * loudness[severity], start + at + length - ramp)
    gain.gain.linearRampToValueAtTime(0, start + at + length)
    note.connect(gain).connect(context.destination)
    note.start(start + at)
    note.stop(start + at + length)
  }
  return true
}
