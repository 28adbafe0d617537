import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestHttp } from '../../tests/kit/portal.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'

interface Given {
  readonly portal: TestHttp
  readonly origin: CtxOrigin
  readonly clinic_id: string
}

/** Notifications for other systems, as the watch writes them, and the time that passes meanwhile. @param given as it is now */
export function notificationsFor(given: () => Given) {
  let residents = 0
  const owner = () => given().portal.owner
  return {
    /** An episode with its notification. */
    async raise(severity: 'warning' | 'danger' = 'warning', kind: 'episode' | 'trend' = 'episode') {
      const { clinic_id } = given()
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
        ) select id, episode_id as episode from n`.execute(owner())
      return { ...rows[0]!, room }
    },
    worsen: (id: string) =>
      sql`update notifications set severity = 'danger', worse_at = now(), acknowledged_at = null where id = ${id}`.execute(
        owner(),
      ),
    end: (episode: string) => sql`update episodes set ended_at = now() where id = ${episode}`.execute(owner()),
    reopen: (episode: string) => sql`update episodes set ended_at = null where id = ${episode}`.execute(owner()),
    stateOf: (id: string) =>
      owner().selectFrom('listed_notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Pretends that this much time has passed since everything was queued, and since a system fell silent. */
    async pass(minutes: number): Promise<void> {
      const onTheirWay = async () =>
        (await owner().selectFrom('deliveries').select('id').where('lease_until', 'is not', null).execute()).length
      await expect.poll(onTheirWay, { timeout: 5_000, interval: 10 }).toBe(0)
      await sql`update deliveries set created_at = created_at - make_interval(mins => ${minutes}::int),
        next_attempt_at = next_attempt_at - make_interval(mins => ${minutes}::int)`.execute(owner())
      await sql`update nurse_calls set silent_since = silent_since - make_interval(mins => ${minutes}::int)`.execute(
        owner(),
      )
      await withCtx(given().origin, (ctx) => ctx.emit({ type: 'message_queued' }))
    },
  }
}
