import { AsyncResource } from 'node:async_hooks'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

type Lookup = (hostname: string, options: dns.LookupOptions, done: (...found: readonly unknown[]) => void) => void

/**
 * Lets look-ups of the same name share the one that runs. The system resolves names in a few threads, for as long as its
 * resolver waits: pushes to a service whose name nobody answers would keep the names of the database, the SMS gateway
 * and nurse call systems waiting for minutes.
 */
export function sharing(lookup: Lookup): Lookup {
  const running = new Map<string, ((...found: readonly unknown[]) => void)[]>()
  return (hostname, options, done) => {
    const key = JSON.stringify([hostname, options])
    const bound = AsyncResource.bind(done)
    const waiting = running.get(key)
    if (waiting) return void waiting.push(bound)
    const asked = [bound]
    lookup(hostname, options, (...found) => {
      running.delete(key)
      for (const one of asked) process.nextTick(one, ...found)
    })
    running.set(key, asked)
  }
}

/** For everything in this process, libraries too. */
export function shareLookups(): void {
  const shared = sharing(dns.lookup)
  dns.lookup = ((hostname: string, ...rest: readonly unknown[]) => {
    const [options, done] = rest.length > 1 ? rest : [{}, rest[0]]
    shared(
      hostname,
      typeof options === 'number' ? { family: options } : (options as dns.LookupOptions),
      done as Parameters<Lookup>[2],
    )
  }) as typeof dns.lookup
  syncBuiltinESMExports()
}
