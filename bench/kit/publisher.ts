import { type LoadOptions, type LoadResult, runLoad } from '../../sensors/load/run-load.ts'
import { answer } from './child.ts'

/** The load generator in a separate process. */

export type PublishAsk = Omit<LoadOptions, 'tsOf' | 'keepAcknowledged'>
export interface PublishAnswer extends Omit<LoadResult, 'acknowledgedTs'> {
  /** until every device got its CONNACK */
  readonly connectSeconds: number
}

answer<PublishAsk, PublishAnswer>(async (options) => {
  const asked = performance.now()
  const { rate, readingsPerMessage = 1, devices } = options
  let connectSeconds = 0
  let start: number | undefined
  // The first instant is requested when sending begins; afterwards ts is when the reading is due, so dashboards can
  // tell its age.
  const tsOf = (device: number, n: number): number => {
    if (start === undefined) {
      start = Date.now()
      connectSeconds = (performance.now() - asked) / 1_000
    }
    return start + (rate ? Math.floor(((n / readingsPerMessage + device / devices.length) * 1_000) / rate) : n)
  }
  const { acknowledgedTs: _, ...result } = await runLoad({ ...options, tsOf })
  return { ...result, connectSeconds }
})
