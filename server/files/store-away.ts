import { m } from '@eupnea/texts'
import { PortalError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

/** What whoever wants a file, or brings one, is told when its store fails: it isn't their fault, nor the database's. */
export function storeAway(log: Pick<Log, 'warn'>, file_id: string, { message: reason }: Error): PortalError {
  log.warn({ file_id, reason }, 'a store of files was not reached')
  return new PortalError(503, 'files_away', m.file_store_away(), { retryAfter: 30 })
}
