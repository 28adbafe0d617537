import { getSettings } from '../shared/settings.ts'
import { type Asking, type Heard, parseHeard, planSilence, planTone } from './sound-plan.ts'
import { isSoundBlocked, playTone } from './tone.ts'

/** Sounds what asks on this page, unless another tab of the browser does (AN-2). */

const key = 'eupnea.heard'
const everyMs = 1_000
/** What a tab stores reaches the others within this time; until then, the lock keeps them quiet, ms. */
const storedMs = 2_000
/** Without locks, which need a secure context, hidden tabs let the visible one go first, ms. */
const hiddenWaitMs = 700

let asking: readonly Asking[] = []
let timer: ReturnType<typeof setInterval> | undefined
let isAtWork = false
/** for a browser without storage */
let own: string | null = null

function read(): Heard {
  try {
    return parseHeard(localStorage.getItem(key))
  } catch {
    return parseHeard(own)
  }
}

function write(heard: Heard): void {
  own = JSON.stringify(heard)
  try {
    localStorage.setItem(key, own)
  } catch {
    // Each tab then knows its own.
  }
}

/** What asks from now on. */
export function sound(next: readonly Asking[]): void {
  asking = next
  void look()
  if (next.length > 0) timer ??= setInterval(() => void look(), everyMs)
  else {
    clearInterval(timer)
    timer = undefined
  }
}

/** What asks now is not heard again for two minutes, in any tab. */
export const silence = (): void => write(planSilence(asking, read(), Date.now()))

const isDue = (): boolean => planTone(asking, read(), Date.now()).tone !== null

async function look(): Promise<void> {
  // A tab that may not sound leaves it to one that may.
  if (isAtWork || isSoundBlocked() || !isDue()) return
  isAtWork = true
  try {
    await inOneTab(async () => {
      const { tone, heard } = planTone(asking, read(), Date.now())
      if (!tone || !(await playTone(tone, getSettings().soundVolume))) return false
      write(heard)
      return true
    })
  } finally {
    isAtWork = false
  }
}

/** @param work says whether it stored something */
async function inOneTab(work: () => Promise<boolean>): Promise<void> {
  if (!navigator.locks) {
    if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenWaitMs))
    await work()
    return
  }
  await navigator.locks.request(key, { ifAvailable: true }, async (lock) => {
    if (lock && (await work())) await new Promise((resolve) => setTimeout(resolve, storedMs))
  })
}
