import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, runServer, type ServerExit, type ServerPlan } from './run-server.ts'

/** Passed on when the server ended unexpectedly. */
export type UnexpectedExit = ServerExit & { restartInMs: number }

export interface SupervisedServer {
  /** stops the server cleanly and doesn't restart it */
  stop(): Promise<void>
}

const firstPauseMs = 1_000
const longestPauseMs = 10_000
/** after running this long, the next restart delay is the first one again */
const steadyMs = 60_000
const fastShutdownMs = 60_000

/**
 * Starts the server, and restarts it after 1, 2, 4, 8, 10, 10 … s whenever it ends unexpectedly, until stop().
 * @throws Error when the first start fails
 */
export async function superviseServer(
  plan: ServerPlan,
  onExit: (exit: UnexpectedExit) => void,
): Promise<SupervisedServer> {
  const stopping = new AbortController()
  let current: RunningServer | undefined

  const launch = () =>
    runServer(plan, (spawned) => {
      current = spawned
      if (stopping.signal.aborted) spawned.shutDown('SIGINT')
    })

  const keepRunning = async (first: RunningServer) => {
    let server: RunningServer | undefined = first
    let failures = 0
    while (server) {
      const since = performance.now()
      const exit: ServerExit = await server.ended
      if (performance.now() - since > steadyMs) failures = 0
      server = undefined
      for (let told = false; !server && !stopping.signal.aborted; told = true) {
        const restartInMs = Math.min(firstPauseMs * 2 ** failures, longestPauseMs)
        failures += 1
        if (!told) {
          plan.log(`PostgreSQL ended by itself (${exit.signal ?? exit.code}).`)
          onExit({ ...exit, restartInMs })
        }
        plan.log(`Starting PostgreSQL again in ${restartInMs / 1000} s.`)
        await pause(restartInMs, stopping.signal)
        if (stopping.signal.aborted) return
        try {
          server = await launch()
        } catch (error) {
          plan.log((error as Error).message)
        }
      }
    }
  }

  // A portal that exits without stop() takes its server with it; a killed one leaves it to the next start.
  const onProcessExit = () => current?.shutDown('SIGINT')
  process.on('exit', onProcessExit)
  let kept: Promise<void>
  try {
    kept = keepRunning(await launch())
  } catch (error) {
    process.off('exit', onProcessExit)
    throw error
  }

  const stop = async () => {
    stopping.abort()
    current?.shutDown('SIGINT')
    const urge = setTimeout(() => {
      plan.log('PostgreSQL takes long to shut down; ending it at once. The next start recovers.')
      current?.shutDown('SIGQUIT')
    }, fastShutdownMs)
    await kept
    clearTimeout(urge)
    process.off('exit', onProcessExit)
  }
  return { stop }
}

/** Waits, at most until `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
