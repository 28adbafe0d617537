import { type LoadOptions, type LoadResult, runLoad } from '../../sensors/load/run-load.ts'
import { answer } from './child.ts'

/** The load generator in a separate process. */

export interface PublishAsk extends Omit<LoadOptions, 'tsOf' | 'keepAcknowledged'> {
  /** readings of before instead of now: when the first was measured (ms since the epoch), and ms from one to the next */
  readonly past?: { readonly from: number; readonly stepMs: number }
}
export interface PublishAnswer extends Omit<LoadResult, 'acknowledgedTs'> {
  /** until every device got its CONNACK */
  readonly connectSeconds: number
}

answer<PublishAsk, PublishAnswer>(async (options) => {
  const asked = performance.now()
  const { rate, readingsPerMessage = 1, devices, past } = options
  let connectSeconds = 0
  let start: number | undefined
  // The first instant is requested when sending begins; afterwards ts is when the reading is due, so dashboards can
  // tell its age.
  const tsOf = (device: number, n: number): number => {
    if (start === undefined) {
      start = Date.now()
      connectSeconds = (performance.now() - asked) / 1_000
    }
    if (past) return past.from + n * past.stepMs
    return start + (rate ? Math.floor(((n / readingsPerMessage + device / devices.length) * 1_000) / rate) : n)
  }
  const { acknowledgedTs: _, ...result } = await runLoad({ ...options, tsOf })
  return { ...result, connectSeconds }
})
