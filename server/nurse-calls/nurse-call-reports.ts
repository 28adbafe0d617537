import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { m } from '@eupnea/texts'
import { type Hl7Taker, messageOf } from '../hl7/index.ts'
import { addressesOf } from '../platform/addresses.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { acknowledgeByNurseCall } from './acknowledge-by-nurse-call.ts'
import { selectHosts } from './nurse-calls.sql.ts'

/**
 * Takes PCD-05 on connections that nurse call systems open themselves, as MLLP has one for each direction (EH-5). A
 * system is known by the address at which the portal reaches it.
 * @param origin of a job, which sees all clinics
 */
export function nurseCallReports(origin: CtxOrigin): Hl7Taker {
  /** @returns the ids of the systems that are there now; a name that isn't known is nowhere */
  async function systemsAt(address: string): Promise<string[]> {
    const rows = await withCtx(origin, selectHosts)
    const found = await Promise.all(
      rows.map(async ({ id, host }) => (addressesOf(await addressesAt(host)).has(address) ? [id] : [])),
    )
    return found.flat()
  }
  return {
    takes: ({ type }) => type === 'ORA',
    knows: async (address) => (await systemsAt(address)).length > 0,
    async take(message, _header, address) {
      const systems = await systemsAt(address)
      if (systems.length === 0) return { code: 'AR', reason: m.nurse_call_unknown() }
      return acknowledgeByNurseCall(origin, systems, messageOf(message.toString()))
    },
  }
}

/** By the look-up that is shared (share-lookups.ts): everybody who reaches the port causes it, for all systems. */
const addressesAt = (host: string): Promise<string[]> =>
  new Promise((resolve) => {
    if (isIP(host)) return resolve([host])
    lookup(host, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address)))
  })
