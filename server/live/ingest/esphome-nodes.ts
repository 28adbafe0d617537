import type { Log } from '../../platform/log.ts'
import type { Bed } from '../bed/bed.ts'
import {
  cutOwed,
  type EsphomeNode,
  type EsphomeTranslation,
  isChangeOnly,
  newEsphomeNode,
  owedAt,
  translateEsphome,
} from './esphome.ts'
import type { AliveDevice, Ingest } from './ingest-shapes.ts'

interface EsphomeNodeMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly retained: boolean
  /** the node's own connection; null: it came through another broker */
  readonly connection: number | null
}

/** Remembers each attached ESPHome node's states and turns them into readings. */
export interface EsphomeNodes {
  receive(bed: Bed, topicPrefix: string, message: EsphomeNodeMessage): Promise<void>
  /** its connection ended, or another began: what it says next begins anew */
  forget(deviceId: string): void
  close(): void
}

export interface EsphomeNodesOptions {
  readonly ingest: Ingest
  readonly log: Log
  /** whether we would notice a node going away */
  readonly isHearing?: () => boolean
}

type Heard = AliveDevice & { readonly node: EsphomeNode }

export function createEsphomeNodes({ ingest, log, isHearing = () => true }: EsphomeNodesOptions): EsphomeNodes {
  const nodes = new Map<string, Heard>()
  const timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly due: number }>()
  const alive = () => (isHearing() ? [...nodes.values()].filter(({ node }) => node.online !== false) : [])
  const stopKeeping = ingest.keepOnline(alive)

  const keep = async (bed: Bed, heard: Heard, { node, outcome }: EsphomeTranslation): Promise<void> => {
    nodes.set(bed.place.id, { ...heard, node })
    waitForOwed(bed)
    const changesOnly = isChangeOnly(node, Date.now())
    if (changesOnly !== null && changesOnly !== bed.isChangeOnly) ingest.characterise(bed, changesOnly)
    if (outcome.kind !== 'reading') return
    await ingest.reading(bed, outcome.reading)
  }

  /** One timer a node; when it comes, it looks what is owed by then. */
  const waitForOwed = (bed: Bed): void => {
    const { id } = bed.place
    const heard = nodes.get(id)
    const due = heard && owedAt(heard.node)
    const set = timers.get(id)
    if (!heard || typeof due !== 'number' || (set && set.due <= due)) return
    clearTimeout(set?.timer)
    const tell = () => {
      timers.delete(id)
      const now = nodes.get(id)
      // Its states may not reach us, so nothing is known of now.
      if (!isHearing()) return
      if (!now || Date.now() < (owedAt(now.node) ?? 0)) return waitForOwed(bed)
      keep(bed, now, cutOwed(now.node, Date.now())).catch((error: Error) =>
        log.warn({ reason: error.message, device_id: id }, 'esphome: what was owed is not stored'),
      )
    }
    timers.set(id, { due, timer: setTimeout(tell, Math.max(0, due - Date.now())) })
  }

  const forget = (deviceId: string): void => {
    nodes.delete(deviceId)
    clearTimeout(timers.get(deviceId)?.timer)
    timers.delete(deviceId)
  }

  return {
    async receive(bed, topicPrefix, { topic, payload, retained, connection }) {
      const { id, no } = bed.place
      const message = { topic, payload: payload.toString('utf8'), retained, ts: Date.now() }
      const translation = translateEsphome(nodes.get(id)?.node ?? newEsphomeNode, topicPrefix, message)
      const { outcome } = translation
      if (outcome.kind === 'malformed') await ingest.refuse(bed, 'state_malformed', payload)
      await keep(bed, { no, topicPrefix, connection, node: translation.node }, translation)
      if (outcome.kind === 'status') await ingest.online(bed, outcome.online, connection)
    },
    forget,
    close() {
      stopKeeping()
      for (const id of [...nodes.keys()]) forget(id)
    },
  }
}
