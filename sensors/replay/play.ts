import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceClient } from '../device-client.ts'
import type { Pieces } from './cut-pieces.ts'

export interface PlayOptions {
  /** 1 is real time; faster playback begins in the past, so that no reading is in the future */
  readonly speed: number
  readonly loop: boolean
  readonly stopped: () => boolean
}

/**
 * Sends a recording as a sensor that only measures displacement; the portal computes the rate (LI-10).
 * The distance is left out: null would say that nobody is there (WA-9).
 */
export async function play(client: DeviceClient, { hz, pieces }: Pieces, options: PlayOptions): Promise<void> {
  const { speed, loop, stopped } = options
  const start = Date.now()
  const firstTs = speed > 1 ? start - Math.ceil(pieces.length * 1_000 * (1 - 1 / speed)) : start
  for (let index = 0; !stopped() && (loop || index < pieces.length); index++) {
    const wait = start + ((index + 1) * 1_000) / speed - Date.now()
    if (wait > 0) await sleep(wait)
    const samples = pieces[index % pieces.length]
    if (samples) client.send({ ts: firstTs + (index + 1) * 1_000, rr: null, wave: { hz, samples } })
  }
  await client.drained()
}
