import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, listOf, newOf, noAnswer, outputOf, paging } from './fields.ts'
import { isReadScope } from './rules/fhir-scope.ts'
import { serviceAccountFields } from './service-accounts.fields.ts'

/**
 * Service accounts: programs that read over FHIR and sign in with a key of their own, as SMART Backend Services says
 * (FH-2). The names are OAuth's.
 */

const mostKeys = 20

/** Public keys as RFC 7517 has them. Which of them can be used is the server's to say. */
const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(mostKeys) })
export type Jwks = z.output<typeof jwks>

/** One text with spaces, as OAuth has them, or a list. */
const scopes = z
  .union([line(2_000, 1), z.array(line(100, 1)).min(1).max(50)])
  .transform((given) => [...new Set([given].flat().flatMap((text) => text.split(/\s+/)))])
  .refine((given) => given.every(isReadScope), m.service_account_scopes_wrong())

const serviceAccount = z.object({
  client_id: z.string(),
  ...outputOf(serviceAccountFields),
  /** null: it has given its keys themselves */
  jwks_url: z.string().nullable(),
  scopes: z.array(z.string()),
  /** null: all facilities, also those to come */
  clinic_ids: z.array(z.string()).nullable(),
  /** name of who made it */
  created_by: z.string(),
  created_at: instant,
  /** when it last signed in; null: not yet */
  last_used_at: instant.nullable(),
})
export type ServiceAccount = z.output<typeof serviceAccount>

export const createServiceAccount = call({
  name: 'createServiceAccount',
  method: 'POST',
  path: '/service-accounts',
  access: access.admin,
  once: true,
  fresh: true,
  summary: m.service_account_create_call(),
  input: z.object({
    ...newOf(serviceAccountFields),
    /** either its public keys, or where they are */
    jwks: jwks.optional(),
    jwks_url: line(1_000, 1).optional(),
    scopes,
    /** null or left out: all facilities, also those to come */
    clinic_ids: z.array(id).min(1).max(1_000).nullish(),
  }),
  output: serviceAccount,
})

export const listServiceAccounts = call({
  name: 'listServiceAccounts',
  method: 'GET',
  path: '/service-accounts',
  access: access.admin,
  summary: m.service_account_list_call(),
  input: z.object(paging),
  output: listOf(serviceAccount),
})

export const revokeServiceAccount = call({
  name: 'revokeServiceAccount',
  method: 'DELETE',
  path: '/service-accounts/{client_id}',
  access: access.admin,
  summary: m.service_account_revoke_call(),
  input: z.object({ client_id: id }),
  output: noAnswer,
})

/** Errors are OAuth's too: `{error, error_description}`. What is missing is said in its words, so nothing is required here. */
export const createServiceToken = call({
  name: 'createServiceToken',
  method: 'POST',
  path: '/oauth/token',
  access: access.public,
  summary: m.service_account_token_call(),
  input: z.object({
    /** `client_credentials` */
    grant_type: line(100).optional(),
    /** with spaces between them */
    scope: line(2_000).optional(),
    /** `urn:ietf:params:oauth:client-assertion-type:jwt-bearer` */
    client_assertion_type: line(200).optional(),
    /** a JWT signed with RS384 or ES384 */
    client_assertion: line(8_000).optional(),
  }),
  output: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    /** seconds */
    expires_in: z.number(),
    scope: z.string(),
  }),
  carries: 'form',
})

export const serviceAccountCalls = [createServiceAccount, listServiceAccounts, revokeServiceAccount, createServiceToken]
