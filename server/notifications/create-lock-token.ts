import type { createLockToken as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { createToken } from './lock-token.ts'
import { viewerOf } from './viewer-of.ts'

/** As long as a session without calls. */
const lockedHours = 12

/**
 * What a page asks for when it locks itself, to go on notifying without a session (AN-4).
 * @param secret signs it
 * @throws 404
 */
export const createLockToken =
  (secret: string): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
    const expires_at = Temporal.Now.instant().add({ hours: lockedHours }).round('millisecond')
    await recordAudit(ctx, { act: 'notification.watch-locked', clinic_id })
    const token = createToken(secret, { clinic_id, user: viewerOf(ctx).id, expires: expires_at.epochMilliseconds })
    return { token, expires_at: expires_at.toString() }
  }
