import { topics } from '@eupnea/contract/live.ts'
import mqtt from 'mqtt'
import { now } from './numbers.ts'

/** Messages that don't wait for a tick: a notification and a connection change, each published at a known instant. */

export interface RaisedNotification {
  readonly device_id: string
  readonly action: 'rr_notification' | 'status'
  /** when it was published, ms since the epoch */
  readonly at: number
}

const pauseMs = 100
const minuteMs = 60_000
/**
 * Minutes of fast breathing, from now on: as far ahead as a sensor's clock may be. Five whole ones, which raise an
 * episode, and one that has begun.
 */
const minutes = 6
const fastRr = 31

/** One device after the other raises a notification, then reports offline. */
export async function raiseNotifications(
  url: string,
  devices: readonly { readonly username: string; readonly password: string }[],
): Promise<RaisedNotification[]> {
  const notifications: RaisedNotification[] = []
  for (const { username, password } of devices) {
    const client = await mqtt.connectAsync(url, { username, password, reconnectPeriod: 0 })
    const publish = async (action: RaisedNotification['action'], topic: string, payload: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())))
      notifications.push({ device_id: username, action, at: now() })
      await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })
    }
    const readings = Array.from({ length: minutes }, (_, k) => ({
      ts: Date.now() + (k - 1) * minuteMs,
      rr: fastRr,
      dist: 0.8,
    }))
    await publish('rr_notification', topics.telemetry(username), readings)
    await publish('status', topics.status(username), { online: false })
    await client.endAsync()
  }
  return notifications
}
