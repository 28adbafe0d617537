import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { acknowledgeByNurseCall } from './acknowledge-by-nurse-call.ts'
import { parseHl7 } from './hl7.ts'
import { selectHosts } from './nurse-calls.sql.ts'

/**
 * PCD-05 on connections that nurse call systems open themselves, as MLLP has one for each direction (EH-5). A system is
 * known by the address at which the portal reaches it.
 * @param origin of a job, which sees all clinics
 */
export const nurseCallReports = (origin: CtxOrigin) => ({
  /** Where the systems are now; a name that isn't known is nowhere. */
  async systems(): Promise<{ readonly id: string; readonly addresses: readonly string[] }[]> {
    const rows = await withCtx(origin, selectHosts)
    return Promise.all(rows.map(async ({ id, host }) => ({ id, addresses: await addressesAt(host) })))
  },
  /** @returns the acknowledgement */
  take: (systems: readonly string[], message: Buffer): Promise<string> =>
    acknowledgeByNurseCall(origin, systems, parseHl7(message.toString())),
})

/** By the look-up that is shared (share-lookups.ts): everybody who reaches the port causes it, for all systems. */
const addressesAt = (host: string): Promise<string[]> =>
  new Promise((resolve) => {
    if (isIP(host)) return resolve([host])
    lookup(host, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address)))
  })
