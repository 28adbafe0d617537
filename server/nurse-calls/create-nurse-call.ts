import { X509Certificate } from 'node:crypto'
import { usualHeartbeatSeconds, usualProfile } from '@eupnea/contract/nurse-calls.fields.ts'
import { createNurseCall as declaration } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { withCtxOnce } from '../platform/answer-once.ts'
import { refused } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { nurseCalls } from './nurse-call-kind.ts'
import { type HostRule, outgoing, refusals, targetOf } from './target.ts'

/**
 * Tells a nurse call system of a clinic's notifications from now on (EH-5). An address in a private network is for a
 * Superadmin, or for who runs the portal to name.
 * @throws 404, 409 field `host` when there are too many, 422 field `host` for an address that the portal may not call,
 * field `ca` for what isn't a certificate
 */
export const createNurseCall =
  (mayReach: HostRule): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { clinic_id, kinds, tls = false, sends_names = false, ...given } = input
    const row = {
      ...{ clinic_id, tls, sends_names, kinds: [...new Set(kinds)] },
      ...{ name: given.name, host: given.host, port: given.port },
      ca: tls ? (given.ca ?? '') : '',
      profile: given.profile || usualProfile,
      heartbeat_seconds: given.heartbeat_seconds ?? usualHeartbeatSeconds,
      may_be_private: origin.actor.type === 'user' && origin.actor.role === 'Superadmin',
    }
    if (row.ca && !isCertificate(row.ca)) throw refused('ca', m.nurse_call_ca_wrong())
    // Looked up before a database connection is taken.
    const refusal = await outgoing.refusalNow(targetOf(row, mayReach))
    if (refusal) throw refused('host', refusals[refusal]())
    return withCtxOnce(origin, { call: declaration, input }, async (ctx) =>
      nurseCalls.answer(ctx, await nurseCalls.add(ctx, row)),
    )
  }

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
