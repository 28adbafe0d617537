import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { inSeconds, now } from '../platform/instants.ts'
import type { ChannelName } from './outbox.sql.ts'

/** State of a gateway, shared by all nodes. */
export interface GatewayState {
  /** it asked us to wait, so nothing is sent */
  readonly isPaused: boolean
  /** its last answer was an error or missing: one notice at a time probes whether it is back */
  readonly isFailing: boolean
  /** the next probe may go out now */
  readonly mayProbe: boolean
}

export const selectGateway = ({ db }: Ctx, channel: ChannelName): Promise<GatewayState> =>
  db
    .selectFrom('gateways')
    .where('channel', '=', channel)
    .select([
      sql<boolean>`coalesce(paused_until > now(), false)`.as('isPaused'),
      sql<boolean>`failures > 0`.as('isFailing'),
      sql<boolean>`coalesce(next_probe_at <= now(), true)`.as('mayProbe'),
    ])
    .executeTakeFirstOrThrow()

/** Stops sending to the gateway for a while. */
export async function pauseGateway({ db }: Ctx, channel: ChannelName, seconds: number): Promise<void> {
  await db
    .updateTable('gateways')
    .set({ paused_until: sql<Temporal.Instant>`greatest(paused_until, now() + make_interval(secs => ${seconds}))` })
    .where('channel', '=', channel)
    .execute()
}

/**
 * Counts a failure; failures of messages sent at the same time count once.
 * @param takenAt when the message was given to the gateway
 * @param most longest time between probes, seconds
 */
export async function noteGatewayFailure(
  { db }: Ctx,
  channel: ChannelName,
  takenAt: Temporal.Instant,
  most: number,
): Promise<void> {
  await db
    .updateTable('gateways')
    .set({
      failures: sql<number>`failures + 1`,
      failed_at: now,
      next_probe_at: sql<Temporal.Instant>`now() + make_interval(secs => least(${most}, 2 ^ least(failures, 10)) * (0.75 + random() / 2))`,
    })
    .where('channel', '=', channel)
    .where((is) => is.or([is('failed_at', 'is', null), is('failed_at', '<', takenAt)]))
    .execute()
}

/** Reserves the probe for one notice. */
export async function reserveProbe({ db }: Ctx, channel: ChannelName, seconds: number): Promise<void> {
  await db
    .updateTable('gateways')
    .set({ next_probe_at: inSeconds(seconds) })
    .where('channel', '=', channel)
    .execute()
}

/** The gateway accepted a message. @returns whether it had failed before */
export async function noteGatewaySuccess({ db }: Ctx, channel: ChannelName): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gateways')
    .set({ failures: 0, next_probe_at: null })
    .where('channel', '=', channel)
    .where('failures', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
