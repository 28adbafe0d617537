import { silenceMs } from '@eupnea/contract/live.ts'
import { isDataFault } from '../../platform/faults.ts'
import { createGather } from '../../platform/gather.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import type { Bed } from '../bed/bed.ts'
import { countConnections, storeAlive, storePresence, sweepSilent } from './ingest.sql.ts'
import type { AliveDevice, IngestOptions } from './ingest-shapes.ts'
import { parseStatus } from './parse-status.ts'
import type { MalformedReason } from './parse-telemetry.ts'

const sweepEveryMs = 5_000

interface DeviceStatesOptions extends Pick<IngestOptions, 'pool' | 'state' | 'log' | 'happen' | 'writeStatus'> {
  /** resolves when the device's readings that came before are committed */
  settled(no: number): Promise<unknown>
  count(bed: Bed, reason: MalformedReason, payload: Buffer): Promise<void>
}

/** Which devices are connected, by their own word or by their silence. */
export function createDeviceStates(options: DeviceStatesOptions) {
  const { pool, state, log } = options
  const connectionOf = createGather((nos: readonly number[]) => countConnections(pool, nos))

  const setOnline = async ({ place: { no } }: Bed, online: boolean, connection: number | null) => {
    if (!(await storePresence(pool, no, online, connection))) return
    await options.happen(no, { event: 'online', online, by: 'word', now: Date.now() })
  }

  /** the storing of each device's latest status, until done */
  const turns = new Map<number, Promise<void>>()
  /** In the order in which it came, and after the readings before it: the last word is to be the one that stays. */
  const inTurn = (bed: Bed, payload: Buffer, work: () => Promise<void>): Promise<void> => {
    const { no, id } = bed.place
    const before = Promise.all([turns.get(no), options.settled(no)])
    const turn = before.then(work).catch((error: Error & { code?: string }) => {
      if (!isDataFault(error.code)) throw error
      log.error({ reason: error.message, device_id: id }, 'ingest: a status cannot be stored')
      return options.count(bed, 'not_storable', payload)
    })
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(no) === settled) turns.delete(no)
      })
    turns.set(no, settled)
    return turn
  }

  const reconnect = (bed: Bed) =>
    inTurn(bed, Buffer.alloc(0), () => setOnline(bed, true, null)).catch((error: Error) =>
      log.warn({ reason: error.message, device_id: bed.place.id }, 'ingest: a device that is back was not noted'),
    )

  const aliveSources = new Set<() => readonly AliveDevice[]>()
  const keepAliveOnline = async () => {
    const alive = [...aliveSources].flatMap((source) => source())
    const ours = alive.filter(({ no, topicPrefix }) => state.byNo(no)?.place.topicPrefix === topicPrefix)
    if (ours.length > 0) await storeAlive(pool, ours)
  }
  const sweeping = createLastingLog(log, 'ingest: silence not checked, trying again', 'ingest: silence checked again')
  const sweep = setInterval(async () => {
    try {
      await keepAliveOnline()
      for (const no of await sweepSilent(pool, silenceMs))
        await options.happen(no, { event: 'online', online: false, by: 'silence', now: Date.now() })
      sweeping.worked()
    } catch (error) {
      sweeping.failed((error as Error).message)
    }
  }, sweepEveryMs)

  return {
    async status(bed: Bed, payload: Buffer, connection: number | null): Promise<void> {
      if (payload.length === 0) return // clears a retained one
      const status = parseStatus(payload)
      if (!status) return options.count(bed, 'status_malformed', payload)
      await inTurn(bed, payload, async () => {
        await options.writeStatus(bed.place.id, status)
        await setOnline(bed, status.online, connection)
      })
    },
    online: (bed: Bed, online: boolean, connection: number | null): Promise<void> =>
      inTurn(bed, Buffer.alloc(0), () => setOnline(bed, online, connection)),
    /** @returns the number of the connection */
    connected: async (bed: Bed): Promise<number> => (await connectionOf(bed.place.no))!,
    reconnect,
    keepOnline(alive: () => readonly AliveDevice[]): () => void {
      aliveSources.add(alive)
      return () => void aliveSources.delete(alive)
    },
    close: () => clearInterval(sweep),
  }
}
