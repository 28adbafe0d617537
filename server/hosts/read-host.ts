import type { readHost as declaration } from '@eupnea/contract/hosts.ts'
import { portalVersion } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { clinicIdOfSlug } from '../clinics/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { VerbApart } from '../platform/route.ts'
import { passkeyHost } from '../sessions/index.ts'
import { plainHost, subDomainOf } from './sub-domain.ts'

export interface HostSettings {
  /** the portal's public address, such as https://portal.example */
  readonly baseUrl: string
  /** the host whose title is the sleep clinic's (SH-5) */
  readonly secondTitleHost: string | undefined
  /** where people get help */
  readonly supportEmail?: string | undefined
  /** SH-19 */
  readonly inactivityMinutes: number
}

/** What a host name shows: the title, and the clinic whose slug is its sub-domain (SH-5, SH-12). */
export function readHost({
  baseUrl,
  secondTitleHost,
  supportEmail,
  inactivityMinutes,
}: HostSettings): VerbApart<typeof declaration> {
  const baseHost = new URL(baseUrl).hostname
  const second = secondTitleHost === undefined ? null : plainHost(secondTitleHost)
  return async ({ origin, input }) => {
    const isSecond = second !== null && plainHost(input.host) === second
    const slug = isSecond ? null : subDomainOf(input.host, baseHost)
    return {
      title: isSecond ? m.common_sleep_clinic_title() : m.common_portal_title(),
      version: portalVersion,
      inactivity_minutes: inactivityMinutes,
      support_email: supportEmail ?? null,
      passkey_host: passkeyHost(baseUrl),
      sub_domain: slug === null ? null : { slug, clinic_id: await clinicOfSlug(origin, slug) },
    }
  }
}

/** Nobody has signed in yet, so the portal itself looks, and says only that the clinic exists. */
const clinicOfSlug = (origin: CtxOrigin, slug: string): Promise<string | null> =>
  withCtx({ ...origin, actor: { type: 'job', name: 'read-host' } }, (ctx) => clinicIdOfSlug(ctx, slug))
