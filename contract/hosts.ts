import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { line } from './fields.ts'

/** What a browser needs to know before anyone signs in. */
export const readHost = call({
  name: 'readHost',
  method: 'GET',
  path: '/host',
  access: access.public,
  summary: m.platform_host_call(),
  input: z.object({
    /** as in the address bar, without the port */
    host: line(253).default(''),
  }),
  output: z.object({
    title: z.string(),
    version: z.string(),
    /** minutes without input after which the page shows that it has timed out (SH-19) */
    inactivity_minutes: z.number(),
    /** where people ask for help; null: support@ the portal's own host */
    support_email: z.string().nullable(),
    /** the host, with those below it, at which passkeys work; null: browsers know none of this address (DO-5) */
    passkey_host: z.string().nullable(),
    /** the sub-domain of the host below the portal's own, and whether there is a clinic of that name (SH-12) */
    sub_domain: z.object({ slug: z.string(), clinic_id: z.string().nullable() }).nullable(),
  }),
})

export const hostCalls = [readHost]
