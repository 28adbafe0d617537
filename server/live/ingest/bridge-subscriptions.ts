import { topics } from '@eupnea/contract/live.ts'
import type { ISubackPacket, Packet } from 'mqtt-packet'
import type { Log } from '../../platform/log.ts'
import type { LiveState } from '../state/live-state.ts'

/** What the bridge asks its broker for: what sensors send, and everything below the topic prefixes of nodes. */
export function createSubscriptions(state: LiveState, log: Log, send: (packet: Packet) => void) {
  let subscribed = new Set<string>()
  let nextId = 1
  /** topics by the id of their subscribe packet, until the broker answers */
  const asked = new Map<number, readonly string[]>()

  const messageId = () => {
    nextId = (nextId % 65_535) + 1
    return nextId
  }

  return {
    /** @param again everything, on a new connection: the broker may not have kept the session */
    ask(again: boolean): void {
      if (again) asked.clear()
      const wanted = new Set([topics.telemetry('+'), topics.status('+')])
      for (const { place } of state.all()) if (place.topicPrefix !== null) wanted.add(`${place.topicPrefix}/#`)
      const fresh = [...(again ? wanted : wanted.difference(subscribed))]
      const stale = [...subscribed.difference(wanted)]
      subscribed = wanted
      if (fresh.length > 0) {
        const id = messageId()
        asked.set(id, fresh)
        send({ cmd: 'subscribe', messageId: id, subscriptions: fresh.map((topic) => ({ topic, qos: 1 })) })
      }
      if (stale.length > 0) send({ cmd: 'unsubscribe', messageId: messageId(), unsubscriptions: stale })
    },
    /** Warns when the broker's rules deny topics; otherwise the sensors would just seem silent. */
    answered({ messageId, granted }: ISubackPacket): void {
      const refused = (asked.get(messageId!) ?? []).filter((_topic, index) => Number(granted[index]) >= 128)
      asked.delete(messageId!)
      if (refused.length > 0) log.warn({ topics: refused }, 'bridge: the broker refuses these topics')
    },
  }
}
