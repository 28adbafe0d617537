import { createServiceAccount as declaration } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { webhookRefusals } from '../outbox/index.ts'
import { withCtxOnce } from '../platform/answer-once.ts'
import { recorderOf } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { VerbApart } from '../platform/route.ts'
import { accountAnswer } from './account-answer.ts'
import { keysRefusal } from './keys.ts'
import { countClinics, insertAccount } from './service-accounts.sql.ts'

/**
 * Lets a program sign in with its key (FH-2). A Superadmin may name keys in a private network.
 * @throws 422 field `jwks`, `jwks_url` or `clinic_ids`
 */
export const createServiceAccount =
  (outgoing: Outgoing): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { name, jwks = null, jwks_url = null, scopes, clinic_ids = null } = input
    if ((jwks === null) === (jwks_url === null)) throw refused('jwks', m.service_account_keys_missing())
    const may_be_private = origin.actor.type === 'user' && origin.actor.role === 'Superadmin'
    // Before a database connection is taken.
    const keys = jwks && (await keysRefusal(jwks))
    if (keys) throw refused('jwks', keys)
    const address = jwks_url && (await outgoing.refusalNow({ url: jwks_url, mayBePrivate: may_be_private }))
    if (address) throw refused('jwks_url', webhookRefusals[address]())
    return withCtxOnce(origin, { call: declaration, input }, async (ctx) => {
      const clinics = clinic_ids && [...new Set(clinic_ids)]
      if (clinics && (await countClinics(ctx, clinics)) < clinics.length)
        throw refused('clinic_ids', m.service_account_clinics_unknown())
      const { recorded_by: created_by, recorded_name: created_name } = recorderOf(ctx)
      const row = await insertAccount(ctx, {
        ...{ name, jwks_url, may_be_private, scopes, clinic_ids: clinics, created_by, created_name },
        jwks: jwks && JSON.stringify(jwks),
      })
      await recordAudit(ctx, {
        act: 'service-account.create',
        detail: { client_id: row.id, scopes, clinic_ids: clinics },
      })
      return accountAnswer(row)
    })
  }
