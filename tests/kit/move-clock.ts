import { setTimeout as sleep } from 'node:timers/promises'
import type { SpawnedPortal } from './spawn-portal.ts'

/** Environment of a portal whose clock a test moves. */
export const movable = { NODE_OPTIONS: '--import ./tests/kit/moving-clock.ts' }

/** Moves the portal's clock ahead by tens of seconds, but not its timers. */
export async function moveClock({ pid }: SpawnedPortal, seconds: number): Promise<void> {
  for (let moved = 0; moved < seconds; moved += 10) {
    process.kill(pid, 'SIGUSR2')
    // Signals that arrive together count as one.
    await sleep(200)
  }
}
