import { m } from '@eupnea/texts'
import { PortalError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

/** 503: a file's store fails, which is neither the caller's fault nor the database's. */
export function storeAway(log: Pick<Log, 'warn'>, file_id: string, { message: reason }: Error): PortalError {
  log.warn({ file_id, reason }, 'a store of files was not reached')
  return new PortalError(503, 'files_away', m.file_store_away(), { retryAfter: 30 })
}
