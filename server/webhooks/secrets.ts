import { randomBytes } from 'node:crypto'
import { isBefore } from '../platform/period.ts'
import type { Sealer } from '../platform/seal.ts'
import type { WebhookRow } from './webhooks.sql.ts'

/** Of Standard Webhooks: 24 to 64 random bytes. */
const secretBytes = 32

/** How long the secret before goes on after a rotation, hours. */
export const formerHours = 24

export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

/** Purpose of a sealed secret, so that it can't be opened in another webhook's row. */
const purposeOf = (id: string): string => `webhook ${id}`

export const sealSecret = (sealer: Sealer, id: string, secret: string): Buffer => sealer.seal(secret, purposeOf(id))

/** Until when the secret before goes on; null: no more. */
export const formerUntil = ({ former_until }: Pick<WebhookRow, 'former_until'>): Temporal.Instant | null =>
  former_until && isBefore(Temporal.Now.instant(), former_until) ? former_until : null

/** Those that sign now, and by which it is signed to us: the newest first. */
export function secretsOf(sealer: Sealer, { id, secret, former_secret, former_until }: WebhookRow): string[] {
  const sealed = former_secret && formerUntil({ former_until }) ? [secret, former_secret] : [secret]
  return sealed.map((one) => sealer.open(one, purposeOf(id)))
}
