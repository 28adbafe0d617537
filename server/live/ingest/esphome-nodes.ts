import type { DeviceSlot } from '../state/device-slot.ts'
import { type EsphomeNode, newEsphomeNode, translateEsphome } from './esphome.ts'
import type { Ingest, Living } from './ingest.ts'

interface EsphomeNodeMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly retained: boolean
  /** the node's own; null: it came by another broker */
  readonly connection: number | null
}

/** What each attached ESPHome node has said so far; its states become readings one by one. */
export interface EsphomeNodes {
  receive(slot: DeviceSlot, topicPrefix: string, message: EsphomeNodeMessage): Promise<void>
  /** its connection ended, or another began: what it says next begins anew */
  forget(deviceId: string): void
  close(): void
}

/** @param isHearing whether nodes could say that they go away */
export function createEsphomeNodes(ingest: Ingest, isHearing: () => boolean = () => true): EsphomeNodes {
  const nodes = new Map<string, Living & { readonly node: EsphomeNode }>()
  const living = () => (isHearing() ? [...nodes.values()].filter(({ node }) => node.online !== false) : [])
  const close = ingest.vouch(living)
  return {
    async receive(slot, topicPrefix, { topic, payload, retained, connection }) {
      const { id, no } = slot.place
      const message = { topic, payload: payload.toString('utf8'), retained, ts: Date.now() }
      const { node, outcome } = translateEsphome(nodes.get(id)?.node ?? newEsphomeNode, topicPrefix, message)
      nodes.set(id, { no, topicPrefix, connection, node })
      if (outcome.kind === 'malformed') ingest.refuse(slot, 'state_malformed', payload)
      if (outcome.kind === 'status') await ingest.online(slot, outcome.online, connection)
      if (outcome.kind === 'reading') {
        const { ts, rr, dist } = outcome.reading
        await ingest.reading(slot, { ms: ts, rr, dist })
      }
    },
    forget: (deviceId) => void nodes.delete(deviceId),
    close,
  }
}
