/** The part of autocannon's interface that the benchmarks use; it ships no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Options {
    readonly url: string
    readonly method?: 'GET' | 'POST'
    readonly connections: number
    /** seconds */
    readonly duration: number
    /** requests a second over all connections */
    readonly overallRate?: number
    readonly headers?: Readonly<Record<string, string>>
    /** called once per connection */
    readonly setupClient?: (client: { setBody(body: string): void }) => void
  }
  interface Result {
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
    readonly '2xx': number
    /** seconds */
    readonly duration: number
  }
  /** Emits `response` with the client, the status, the bytes and the duration in ms. */
  type Run = EventEmitter & PromiseLike<Result>

  export default function autocannon(options: Options): Run
}
