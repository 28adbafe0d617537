import autocannon from 'autocannon'
import { answer } from './child.ts'
import { percentile } from './numbers.ts'

/** Sends requests as fast as they are answered, or at a fixed rate, from a separate process. */

export interface LoadAsk {
  readonly url: string
  readonly token?: string
  readonly connections: number
  readonly seconds: number
  /** requests a second over all connections */
  readonly rate?: number
  /** JSON bodies to post, one per connection in turn; without them the request is a GET */
  readonly bodies?: readonly object[]
}

export interface LoadAnswer {
  readonly perSecond: number
  /** ms */
  readonly p50: number
  readonly p99: number
}

answer<LoadAsk, LoadAnswer>(async ({ url, token, connections, seconds, rate, bodies }) => {
  let connection = 0
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    method: bodies ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(bodies ? { 'content-type': 'application/json' } : {}),
    },
    ...(rate ? { overallRate: rate } : {}),
    setupClient: (client) => {
      if (bodies) client.setBody(JSON.stringify(bodies[connection++ % bodies.length]))
    },
  })
  const times: number[] = []
  run.on('response', (_client, _status, _bytes, ms: number) => times.push(ms))
  const result = await run
  const failures = result.errors + result.timeouts + result.non2xx
  if (failures > 0) throw new Error(`${failures} requests to ${url} failed`)
  return { perSecond: result['2xx'] / result.duration, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
})
