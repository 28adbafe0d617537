import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { notificationRoutes } from '../notifications/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import type { Route } from '../platform/route.ts'

/** A facility, its notifications as the watch writes them, and another system that receives them. */

export let portal: TestHttp
export let origin: CtxOrigin
export let events: EventListener
export let admin: SignedInClient
export let nurse: SignedInClient
export let clinic_id: string
/** what a test has started */
export const stops: (() => Promise<void> | void)[] = []

interface OtherSystem {
  readonly routes: readonly Route[]
  /** name of the facility */
  readonly clinic: string
  open(): Promise<void>
  close(): Promise<void>
}

/** Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useReceiver({ routes, clinic, open, close }: OtherSystem): void {
  beforeAll(async () => {
    portal = await startTestHttp([...routes, ...notificationRoutes])
    const log = createLog('silent')
    origin = { database: portal.database, actor: { type: 'job', name: 'outbox' }, log }
    events = await listenToEvents(portal.connections.work, log)
    admin = await portal.asUser()
  })
  beforeEach(async () => {
    await open()
    await sql`delete from clinics`.execute(portal.owner)
    clinic_id = await portal.createClinic({ name: clinic })
    nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    await close()
  })
  afterAll(async () => {
    await events.close()
    await portal.close()
  })
}

let residents = 0

/** An episode with its notification. */
export async function raise(severity: 'warning' | 'danger' = 'warning', kind: 'episode' | 'trend' = 'episode') {
  const room = `R${++residents}|B`
  const { rows } = await sql<{ id: string; episode: string }>`
    with r as (
      insert into residents (clinic_id, first_name, last_name, room, floor, status)
      values (${clinic_id}, 'Harold', 'Secret^name', ${room}, 'North', 1) returning id
    ), d as (
      insert into devices (clinic_id, uid, name, tz, key_hash)
      values (${clinic_id}, ${randomUUID()}, 'Sensor', 'UTC', 'x') returning id
    ), e as (
      insert into episodes (clinic_id, resident_id, device_id, kind, direction, severity, rr)
      select ${clinic_id}, r.id, d.id, ${kind}, ${kind === 'episode' ? 'high' : null}::text, ${severity}, 28 from r, d
      returning id
    ), n as (
      insert into notifications (clinic_id, episode_id, patient_id, title, description, action, kind, severity,
        extra_detail)
      select ${clinic_id}, e.id, r.id, 'High Respiratory', 'Harold Secretname', 'rr', ${kind}, ${severity}, '{"rr": 28}'
      from e, r returning id, episode_id
    ) select id, episode_id as episode from n`.execute(portal.owner)
  return { ...rows[0]!, room }
}

export const worsen = (id: string) =>
  sql`update notifications set severity = 'danger', worse_at = now(), acknowledged_at = null where id = ${id}`.execute(
    portal.owner,
  )

export const end = (episode: string) =>
  sql`update episodes set ended_at = now() where id = ${episode}`.execute(portal.owner)

export const reopen = (episode: string) =>
  sql`update episodes set ended_at = null where id = ${episode}`.execute(portal.owner)

export const stateOf = (id: string) =>
  portal.owner.selectFrom('listed_notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Until nothing is being sent any more, and the receivers' answers are stored. */
export async function settle(): Promise<void> {
  const onTheirWay = () =>
    portal.owner.selectFrom('deliveries').select('id').where('lease_until', 'is not', null).execute()
  await expect.poll(onTheirWay, { timeout: 5_000, interval: 10 }).toEqual([])
}

/** Pretends that this much time has passed since everything was queued, and since a system fell silent. */
export async function pass(minutes: number): Promise<void> {
  await settle()
  await sql`update deliveries set created_at = created_at - make_interval(mins => ${minutes}::int),
    next_attempt_at = next_attempt_at - make_interval(mins => ${minutes}::int)`.execute(portal.owner)
  await sql`update nurse_calls set silent_since = silent_since - make_interval(mins => ${minutes}::int)`.execute(
    portal.owner,
  )
  await withCtx(origin, (ctx) => ctx.emit({ type: 'message_queued' }))
}
