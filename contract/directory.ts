import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access, userTypes } from './access.ts'
import { call } from './call.ts'
import { directoryClientFields, directoryFields, directoryRuleFields } from './directory.fields.ts'
import { id, inputOf, instant, line, listOf, newOf, noAnswer, outputOf, paging, schemaOf } from './fields.ts'
import { ruledTypes } from './rules/directory-rights.ts'
import { signInAnswer } from './sessions.ts'

/**
 * The house's own directory of people: it signs them in (OpenID Connect), and sends them (SCIM 2.0, below /scim/v2 and
 * described there). Rules say what its groups give here (SI-1).
 */

/** 256 random bits that only this browser knows; they tie the way back to it */
const browser = z.string().regex(/^[\w-]{43}$/)

export const readDirectorySignIn = call({
  name: 'readDirectorySignIn',
  method: 'GET',
  path: '/directory/sign-in',
  access: access.public,
  summary: m.directory_read_sign_in_call(),
  input: z.object({}),
  output: z.object({
    /** as its button says; null: nobody signs in by a directory here */
    name: z.string().nullable(),
    is_reachable: z.boolean(),
  }),
})

export const beginDirectorySignIn = call({
  name: 'beginDirectorySignIn',
  method: 'POST',
  path: '/directory/sign-in',
  access: access.public,
  summary: m.directory_begin_sign_in_call(),
  input: z.object({
    browser,
    /** they are to prove again who they are: the directory has to ask them, although it knows them */
    is_proof: z.boolean().default(false),
  }),
  output: z.object({ url: z.string() }),
})

export const finishDirectorySignIn = call({
  name: 'finishDirectorySignIn',
  method: 'POST',
  path: '/directory/sign-in/finish',
  access: access.public,
  summary: m.directory_finish_sign_in_call(),
  input: z.object({
    browser,
    /** what the directory put into the address: `code=…&state=…` */
    answer: line(8_000, 1),
  }),
  output: signInAnswer,
})

export const endByDirectory = call({
  name: 'endByDirectory',
  method: 'POST',
  path: '/directory/logout',
  access: access.public,
  summary: m.directory_logout_call(),
  input: z.object({ logout_token: z.string().min(1).max(12_000) }),
  output: noAnswer,
  carries: 'form',
})

export const readDirectoryExit = call({
  name: 'readDirectoryExit',
  method: 'GET',
  path: '/directory/exit',
  access: access.signedIn,
  summary: m.directory_exit_call(),
  input: z.object({}),
  /** where the directory's own session ends; null: this session didn't begin there */
  output: z.object({ url: z.string().nullable() }),
})

const directory = z.object({
  ...outputOf(directoryFields),
  name: z.string().nullable(),
  issuer: z.string().nullable(),
  is_reachable: z.boolean(),
  /** what to enter in the directory */
  redirect_url: z.string(),
  logout_url: z.string(),
  scim_url: z.string(),
  /** Superadmins of the portal's own, who can always sign in with their password */
  administrators: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string() })),
})
export type Directory = z.output<typeof directory>

export const readDirectory = call({
  name: 'readDirectory',
  method: 'GET',
  path: '/directory',
  access: access.superadmin,
  summary: m.directory_read_call(),
  input: z.object({}),
  output: directory,
})

export const updateDirectory = call({
  name: 'updateDirectory',
  method: 'PUT',
  path: '/directory',
  access: access.superadmin,
  fresh: true,
  summary: m.directory_update_call(),
  input: z.object(inputOf(directoryFields)),
  output: directory,
})

const rule = z.object({
  id: z.string(),
  ...outputOf(directoryRuleFields),
  clinic_list: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type DirectoryRule = z.output<typeof rule>

export const listDirectoryRules = call({
  name: 'listDirectoryRules',
  method: 'GET',
  path: '/directory/rules',
  access: access.superadmin,
  summary: m.directory_list_rules_call(),
  input: z.object(paging),
  output: listOf(rule),
})

const ruleDefaults = {
  clinic_ids: schemaOf(directoryRuleFields.clinic_ids).default([]),
  is_admin_feature: schemaOf(directoryRuleFields.is_admin_feature).default(false),
}

export const createDirectoryRule = call({
  name: 'createDirectoryRule',
  method: 'POST',
  path: '/directory/rules',
  access: access.superadmin,
  fresh: true,
  summary: m.directory_create_rule_call(),
  input: z.object({ ...newOf(directoryRuleFields), ...ruleDefaults }),
  output: rule,
})

export const updateDirectoryRule = call({
  name: 'updateDirectoryRule',
  method: 'PUT',
  path: '/directory/rules/{id}',
  access: access.superadmin,
  fresh: true,
  summary: m.directory_update_rule_call(),
  input: z.object({ id, ...inputOf(directoryRuleFields) }),
  output: rule,
})

export const deleteDirectoryRule = call({
  name: 'deleteDirectoryRule',
  method: 'DELETE',
  path: '/directory/rules/{id}',
  access: access.superadmin,
  fresh: true,
  summary: m.directory_delete_rule_call(),
  input: z.object({ id }),
  output: noAnswer,
})

/** What a person may do, before or after; null: they are not let in. */
const rights = z
  .object({
    user_type: z.enum(userTypes),
    is_admin_feature: z.boolean(),
    clinic_list: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .nullable()
export type DirectoryRightsAnswer = z.output<typeof rights>

const verdict = z.object({
  groups: z.array(z.string()),
  rights,
  refusal: z.enum(['no_group', 'not_one_clinic', 'local', 'inactive']).nullable(),
  /** the rules that match */
  because: z.array(z.object({ rule_id: z.string(), group_name: z.string(), user_type: z.enum(ruledTypes) })),
})
export type DirectoryVerdictAnswer = z.output<typeof verdict>

const changed = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  before: rights,
  after: rights,
})

export const previewDirectory = call({
  name: 'previewDirectory',
  method: 'POST',
  path: '/directory/preview',
  access: access.superadmin,
  summary: m.directory_preview_call(),
  input: z.object({
    /** of somebody who is not here yet */
    groups: z.array(line(256, 1)).max(500).optional(),
    /** or an e-mail address of somebody of the directory */
    email: line(254).optional(),
  }),
  output: z.object({
    /** null if neither groups nor an address was given */
    person: verdict.nullable(),
    /** for whom the rules give something else than they have, by name; at most 200 */
    changes: z.array(changed),
    total: z.number(),
  }),
})

export const applyDirectory = call({
  name: 'applyDirectory',
  method: 'POST',
  path: '/directory/apply',
  access: access.superadmin,
  fresh: true,
  summary: m.directory_apply_call(),
  input: z.object({}),
  output: z.object({ changed: z.number() }),
})

const client = z.object({
  id: z.string(),
  ...outputOf(directoryClientFields),
  created_at: instant,
  created_by: z.string(),
  last_used_at: instant.nullable(),
})
export type DirectoryClient = z.output<typeof client>

export const listDirectoryClients = call({
  name: 'listDirectoryClients',
  method: 'GET',
  path: '/directory/clients',
  access: access.superadmin,
  summary: m.directory_list_clients_call(),
  input: z.object(paging),
  output: listOf(client),
})

export const createDirectoryClient = call({
  name: 'createDirectoryClient',
  method: 'POST',
  path: '/directory/clients',
  access: access.superadmin,
  fresh: true,
  summary: m.directory_create_client_call(),
  input: z.object(newOf(directoryClientFields)),
  /** the token is shown this once */
  output: client.extend({ token: z.string() }),
})

export const deleteDirectoryClient = call({
  name: 'deleteDirectoryClient',
  method: 'DELETE',
  path: '/directory/clients/{id}',
  access: access.superadmin,
  summary: m.directory_delete_client_call(),
  input: z.object({ id }),
  output: noAnswer,
})

export const directoryCalls = [
  readDirectorySignIn,
  beginDirectorySignIn,
  finishDirectorySignIn,
  endByDirectory,
  readDirectoryExit,
  readDirectory,
  updateDirectory,
  listDirectoryRules,
  createDirectoryRule,
  updateDirectoryRule,
  deleteDirectoryRule,
  previewDirectory,
  applyDirectory,
  listDirectoryClients,
  createDirectoryClient,
  deleteDirectoryClient,
]
