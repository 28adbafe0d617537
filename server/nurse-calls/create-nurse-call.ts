import { X509Certificate } from 'node:crypto'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { usualHeartbeatSeconds, usualProfile } from '@eupnea/contract/nurse-calls.fields.ts'
import type { createNurseCall as declaration } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { conflict, refused } from '../platform/errors.ts'
import { nurseCallAnswer } from './nurse-call-answers.ts'
import { countNurseCalls, insertNurseCall, lockNurseCalls } from './nurse-calls.sql.ts'
import { addressOf, type HostRule, outgoing, refusals, targetOf } from './target.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/** Per clinic, because each is told of each notification. */
const mostNurseCalls = 5

/**
 * Tells a nurse call system of a clinic's notifications from now on (EH-5). An address in a private network is for a
 * Superadmin, or for who runs the portal to name.
 * @throws 404, 409 field `host` when there are too many, 422 field `host` for an address that the portal may not call,
 * field `ca` for what isn't a certificate
 */
export const createNurseCall =
  (mayReach: HostRule) =>
  async ({ origin, input }: Given): Promise<CallOutput<typeof declaration>> => {
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
    return withCtx(origin, async (ctx) => {
      await clinicOf(ctx, clinic_id)
      await lockNurseCalls(ctx, clinic_id)
      if ((await countNurseCalls(ctx, clinic_id)) >= mostNurseCalls)
        throw conflict('too_many_nurse_calls', m.nurse_call_too_many({ most: numberText(mostNurseCalls) }), 'host')
      const made = await insertNurseCall(ctx, row)
      const detail = { nurse_call_id: made.id, address: addressOf(made) }
      await recordAudit(ctx, { act: 'nurse-call.create', clinic_id, detail })
      return nurseCallAnswer(ctx, made)
    })
  }

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}
