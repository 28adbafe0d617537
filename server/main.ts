import { flushCompileCache } from 'node:module'
import { pid } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { doubtsOf } from './platform/config-doubts.ts'
import { createLog } from './platform/log.ts'
import { shareLookups } from './platform/share-lookups.ts'
import { startPortal } from './portal.ts'

/** Starts the portal as the environment describes; prints one JSON line on stdout when ready. */
const stopWithinMs = 10_000

// By default the heap of a machine with much memory grows to four times its use before it is collected.
setFlagsFromString('--heap-growing-percent=150')
// Where all cores are busy, threads that collect what is young together cost more than they save (decision 0057).
setFlagsFromString('--no-parallel-scavenge')
// Half of these look up names, each for as long as a resolver doesn't answer; read when the first is needed.
process.env.UV_THREADPOOL_SIZE ??= '8'
shareLookups()
// Node would write thousands of files as it ends, on a busy disk for longer than a service manager waits.
flushCompileCache()

const config = configOrExit()
const log = createLog(config.LOG_LEVEL)
for (const doubt of doubtsOf(process.env)) log.warn(`configuration: ${doubt}`)
const print = (line: string) => void process.stdout.write(`${line}\n`)
const stopping = new AbortController()

// SIGHUP: the terminal was closed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping.signal.aborted) return
    log.info({ signal }, 'stopping')
    // A part that hangs must not keep the others from stopping cleanly.
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    stopping.abort()
  })

try {
  const { http, mqtt, mqtts, stop } = await startPortal(config, log, { announce: print, stopping: stopping.signal })
  stopping.signal.addEventListener('abort', () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  print(JSON.stringify({ ready: true, http, mqtt, mqtts: mqtts ?? undefined, pid }))
} catch (error) {
  // It was asked to stop before it was ready.
  if (error === stopping.signal.reason) process.exit(0)
  const { message } = error as Error
  // A sentence of ours says what to do; where something else failed, only the stack tells.
  const isOurs = Object.getPrototypeOf(error) === Error.prototype && !('code' in (error as Error))
  log.fatal(isOurs ? { reason: message } : { err: error }, 'not started')
  if (isOurs) log.debug({ err: error }, 'not started: where')
  process.stderr.write(`Eupnea could not start: ${message}\n`)
  process.exit(1)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}
