import { randomUUID } from 'node:crypto'
import type { CallInput } from '@eupnea/contract/call.ts'
import type { saveEhrConnection as declaration } from '@eupnea/contract/ehr-import.ts'
import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { exportJWK, generateKeyPair } from 'jose'
import { changesOf, recordAudit } from '../audit/index.ts'
import { clinicOf, setEhrStatus } from '../clinics/index.ts'
import { withCtx } from '../platform/context.ts'
import { conflict, refused } from '../platform/errors.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { VerbApart } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { connectionAnswer } from './answers.ts'
import { type ConnectionRow, lockConnection, upsertConnection } from './connections.sql.ts'
import { ehrRefusals } from './ehr-http.ts'
import { deleteLinks } from './links.sql.ts'
import { selectUnfinishedRun } from './runs.sql.ts'
import { purposeOf } from './source-of.ts'

type Input = CallInput<typeof declaration>

interface Key {
  readonly key_id: string
  readonly public_key: string
  readonly private_key: string
}

/**
 * Connects a clinic's EHR or changes how it is reached (EH-2). An omitted secret stays; so does the key pair, unless
 * the algorithm or host changes. Another EHR's ids mean other people, so residents are matched again.
 * @throws 404, 409 while an import is running, 422 for an address that the portal may not call, or without a secret
 */
export function saveEhrConnection(sealer: Sealer, outgoing: Outgoing): VerbApart<typeof declaration> {
  return async ({ origin, input }) => {
    const isSuperadmin = origin.actor.type === 'user' && origin.actor.role === 'Superadmin'
    // Looked up before taking a database connection.
    const refusal = await refusalOf(outgoing, input, isSuperadmin)
    // Created before taking a database connection, because an RSA key takes a while.
    const key = input.source === 'fhir' ? await newKey(input.algorithm) : null
    return withCtx(origin, async (ctx) => {
      const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
      const before = await lockConnection(ctx, clinic_id)
      if (await selectUnfinishedRun(ctx, clinic_id)) throw conflict('import_under_way', m.ehr_import_under_way())
      // What a Superadmin allowed stays allowed while somebody else changes the rest.
      const isAllowed = before?.may_be_private === true && isSamePlace(before, input)
      if (refusal && !isAllowed) throw refused(refusal.field, ehrRefusals[refusal.because]())
      const common = {
        may_be_private: isSuperadmin || isAllowed,
        ...{ clinic_id, source: input.source, base_url: input.base_url, token_url: input.token_url },
        ...{ org_uuid: input.org_uuid, facility_id: input.facility_id, client_id: input.client_id },
        ...{ scopes: input.scopes, schedule: input.schedule, applies_certain: input.applies_certain },
        updated_at: Temporal.Now.instant(),
        updated_by: ctx.actor.type === 'user' ? ctx.actor.email : ctx.actor.type,
      }
      const row = await upsertConnection(ctx, { ...common, ...sealedOf(sealer, input, before, key) })
      if (!before || isAnother(before, row)) {
        await deleteLinks(ctx, clinic_id)
        await setEhrStatus(ctx, clinic_id, ehrStatusOf.connected)
        await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
      }
      await recordAudit(ctx, {
        act: 'ehr-import.connect',
        clinic_id,
        detail: { source: row.source, host: new URL(row.base_url).host, secret: input.secret !== undefined },
        ...(before && { changes: changesOf(before, row, reached) }),
      })
      await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
      return { clinic_id, connection: connectionAnswer(row) }
    })
  }
}

async function refusalOf(outgoing: Outgoing, input: Input, mayBePrivate: boolean) {
  for (const field of ['base_url', 'token_url'] as const) {
    const because = input[field] ? await outgoing.refusalNow({ url: input[field], mayBePrivate }) : null
    if (because) return { field, because }
  }
  return null
}

const isSamePlace = (before: ConnectionRow, { base_url, token_url }: Input): boolean =>
  before.base_url === base_url && before.token_url === token_url

/** Fields that say how it is reached, without secrets. */
const reached = [
  ...(['source', 'base_url', 'token_url', 'org_uuid', 'facility_id', 'client_id', 'algorithm'] as const),
  ...(['scopes', 'schedule', 'applies_certain'] as const),
]

const isAnother = (before: ConnectionRow, now: ConnectionRow): boolean =>
  (['source', 'base_url', 'org_uuid', 'facility_id'] as const).some((name) => before[name] !== now[name])

/**
 * The EHR's secrets, sealed. A secret is only used for the host it was given for, and so is a key: another host could
 * relay the portal's sign-in to the first one and obtain its token.
 */
function sealedOf(sealer: Sealer, input: Input, before: ConnectionRow | undefined, key: Key | null) {
  const kept = before?.source === input.source ? before : undefined
  const isSameHost =
    kept && kept.token_url === input.token_url && new URL(kept.base_url).origin === new URL(input.base_url).origin
  if (key) {
    if (isSameHost && kept.algorithm === input.algorithm)
      return {
        ...{ sealed: kept.sealed, algorithm: kept.algorithm, key_id: kept.key_id },
        public_key: JSON.stringify(kept.public_key),
      }
    const { key_id, public_key, private_key } = key
    return {
      sealed: sealer.seal(private_key, purposeOf(input.clinic_id)),
      algorithm: input.algorithm,
      key_id,
      public_key,
    }
  }
  const none = { algorithm: null, key_id: null, public_key: null }
  if (input.secret !== undefined) return { ...none, sealed: sealer.seal(input.secret, purposeOf(input.clinic_id)) }
  if (!isSameHost) throw refused('secret', kept ? m.ehr_import_secret_again() : m.rule_required())
  return { ...none, sealed: kept.sealed }
}

async function newKey(algorithm: 'ES384' | 'RS384'): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 3072 })
  const key_id = randomUUID()
  const about = { kid: key_id, alg: algorithm }
  return {
    key_id,
    public_key: JSON.stringify({ ...(await exportJWK(publicKey)), ...about, use: 'sig', key_ops: ['verify'] }),
    private_key: JSON.stringify({ ...(await exportJWK(privateKey)), ...about }),
  }
}
