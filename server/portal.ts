import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import { nameVariable } from './platform/name-variable.ts'
import { type Closer, stopParts } from './platform/stop-parts.ts'
import { type OpsParts, startOps } from './start-ops.ts'
import { type Addresses, type Starting, startParts } from './start-parts.ts'

export interface Portal extends Addresses {
  stop(): Promise<void>
}

/**
 * Starts the portal, or gives up between two parts.
 * @throws the reason of `stopping` when all that had started is stopped
 */
export async function startPortal(config: Config, log: Log, starting: Starting): Promise<Portal> {
  const { stopping } = starting
  const ops = beginOps(config, log)
  const closers: Closer[] = []
  const stop = async () => {
    // First, or it would take the end for an outage.
    ops.close()
    await stopParts(closers, log)
  }
  const onStop = (close: Closer) => {
    closers.push(close)
    stopping.throwIfAborted()
  }
  try {
    const addresses = await startParts({ ...starting, config, log, ops, onStop })
    stopping.throwIfAborted()
    return { ...addresses, stop }
  } catch (error) {
    if (stopping.aborted) {
      await stop()
      throw stopping.reason
    }
    await stopParts(closers, log).catch(() => {})
    throw await ops.fail(nameVariable(error, config))
  }
}

function beginOps(config: Config, log: Log): OpsParts {
  try {
    return startOps(config, log)
  } catch (error) {
    throw nameVariable(error, config)
  }
}
