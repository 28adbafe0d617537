import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { inSeconds, type Kind } from './outbox.sql.ts'

/** How it stands with a gateway, for all nodes. */
export interface GatewayState {
  /** asked for patience: nothing goes to it */
  readonly isPaused: boolean
  /** its last answer was none: one notice at a time tries whether it is back */
  readonly isFailing: boolean
  /** and the next may try now */
  readonly mayProbe: boolean
}

export const selectGateway = ({ db }: Ctx, kind: Kind): Promise<GatewayState> =>
  db
    .selectFrom('outbox_gateways')
    .where('kind', '=', kind)
    .select([
      sql<boolean>`coalesce(paused_until > now(), false)`.as('isPaused'),
      sql<boolean>`failures > 0`.as('isFailing'),
      sql<boolean>`coalesce(next_probe_at <= now(), true)`.as('mayProbe'),
    ])
    .executeTakeFirstOrThrow()

/** Nothing goes to the gateway for so long. */
export async function pauseGateway({ db }: Ctx, kind: Kind, seconds: number): Promise<void> {
  await db
    .updateTable('outbox_gateways')
    .set({ paused_until: sql<Temporal.Instant>`greatest(paused_until, now() + make_interval(secs => ${seconds}))` })
    .where('kind', '=', kind)
    .execute()
}

/**
 * Counts a failure; those of messages that were on their way together count once.
 * @param takenAt when the message was given to the gateway @param most seconds between probes
 */
export async function noteGatewayFailure(
  { db }: Ctx,
  kind: Kind,
  takenAt: Temporal.Instant,
  most: number,
): Promise<void> {
  await db
    .updateTable('outbox_gateways')
    .set({
      failures: sql<number>`failures + 1`,
      failed_at: sql<Temporal.Instant>`now()`,
      next_probe_at: sql<Temporal.Instant>`now() + make_interval(secs => least(${most}, 2 ^ least(failures, 10)) * (0.75 + random() / 2))`,
    })
    .where('kind', '=', kind)
    .where((is) => is.or([is('failed_at', 'is', null), is('failed_at', '<', takenAt)]))
    .execute()
}

/** While one notice tries, no other does. */
export async function reserveProbe({ db }: Ctx, kind: Kind, seconds: number): Promise<void> {
  await db
    .updateTable('outbox_gateways')
    .set({ next_probe_at: inSeconds(seconds) })
    .where('kind', '=', kind)
    .execute()
}

/** It answered. @returns whether it had failed before */
export async function noteGatewaySuccess({ db }: Ctx, kind: Kind): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox_gateways')
    .set({ failures: 0, next_probe_at: null })
    .where('kind', '=', kind)
    .where('failures', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
