import type { DeviceSlot } from '../state/device-slot.ts'
import { type EsphomeNode, newEsphomeNode, translateEsphome } from './esphome.ts'
import type { Ingest } from './ingest.ts'

/** What each attached ESPHome node has said so far; its states become readings one by one. */
export interface EsphomeNodes {
  receive(
    slot: DeviceSlot,
    prefix: string,
    message: { topic: string; payload: Buffer; retained: boolean },
  ): Promise<void>
  /** its connection ended: what it says next begins anew */
  forget(deviceId: string): void
}

export function createEsphomeNodes(ingest: Ingest): EsphomeNodes {
  const nodes = new Map<string, EsphomeNode>()
  return {
    async receive(slot, prefix, { topic, payload, retained }) {
      const { id } = slot.place
      const message = { topic, payload: payload.toString('utf8'), retained, ts: Date.now() }
      const { node, outcome } = translateEsphome(nodes.get(id) ?? newEsphomeNode, prefix, message)
      nodes.set(id, node)
      if (outcome.kind === 'malformed') ingest.refuse(slot, 'state_malformed', payload)
      if (outcome.kind === 'status') await ingest.online(slot, outcome.online)
      if (outcome.kind === 'reading') {
        const { ts, rr, dist } = outcome.reading
        await ingest.reading(slot, { ms: ts, rr, dist })
      }
    },
    forget: (deviceId) => void nodes.delete(deviceId),
  }
}
