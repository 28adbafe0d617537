import { pid } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { startPortal } from './portal.ts'

/** Starts the portal as the environment describes; prints one JSON line on stdout when ready. */
const stopWithinMs = 10_000

// By default the heap of a machine with much memory grows to four times its use before it is collected.
setFlagsFromString('--heap-growing-percent=150')

const config = configOrExit()
const log = createLog(config.LOG_LEVEL)

try {
  const portal = await startPortal(config, log)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    // A part that hangs must not keep the others from stopping cleanly.
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    portal.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  for (const line of portal.announcements) process.stdout.write(`${line}\n`)
  process.stdout.write(
    `${JSON.stringify({ ready: true, http: portal.http, mqtt: portal.mqtt, mqtts: portal.mqtts ?? undefined, pid })}\n`,
  )
} catch (error) {
  log.fatal({ err: error }, 'not started')
  process.stderr.write(`Eupnea could not start: ${(error as Error).message}\n`)
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
