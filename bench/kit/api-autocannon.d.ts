/** As much of autocannon as the benchmarks use; it ships no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Options {
    readonly url: string
    readonly method?: 'GET' | 'POST'
    readonly connections: number
    /** seconds */
    readonly duration: number
    /** requests a second of all connections together */
    readonly overallRate?: number
    readonly headers?: Readonly<Record<string, string>>
    /** once for each connection */
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
  /** Emits `response` with the client, the status, the bytes and the time it took in ms. */
  type Run = EventEmitter & PromiseLike<Result>

  export default function autocannon(options: Options): Run
}
