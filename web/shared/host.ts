import type { CallOutput } from '@eupnea/contract/call.ts'
import { readHost } from '@eupnea/contract/hosts.ts'
import { portalVersion } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { queryOptions } from '@tanstack/react-query'
import { send } from './api.ts'
import { queryClient } from './query.ts'

export type Host = CallOutput<typeof readHost>

/** Used if the portal doesn't answer: signing in must not fail for want of a title. */
const unknownHost = (): Host => ({
  title: m.common_portal_title(),
  version: portalVersion,
  inactivity_minutes: 30,
  support_email: null,
  passkey_host: null,
  sub_domain: null,
})

/** What the address's host name stands for; fetched once. */
const hostQuery = queryOptions({
  queryKey: ['readHost', {}],
  queryFn: ({ signal }) => send(readHost, { host: location.hostname }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export async function loadHost(): Promise<Host> {
  try {
    return await queryClient.ensureQueryData(hostQuery)
  } catch {
    return unknownHost()
  }
}

/** What is known about the host so far. */
export const getHost = (): Host => queryClient.getQueryData(hostQuery.queryKey) ?? unknownHost()

/** A sub-domain of no known facility (SH-12). */
export const isUnknownHost = ({ sub_domain }: Host): boolean => sub_domain?.clinic_id === null

/** Static-hosting and CDN hosts, each including its sub-domains. */
const staticHosts = [
  'cloudfront.net',
  'github.io',
  'gitlab.io',
  'netlify.app',
  'vercel.app',
  'pages.dev',
  'web.app',
  'firebaseapp.com',
  'azurestaticapps.net',
  'azureedge.net',
  'fastly.net',
  'akamaized.net',
  'b-cdn.net',
  'surge.sh',
]

/** `bucket.s3.amazonaws.com`, `bucket.s3-website-us-east-1.amazonaws.com`, `s3.eu-west-2.amazonaws.com` */
const bucketHost = /(^|\.)s3[.-]([\w-]+\.)*amazonaws\.com$/

/** Whether it is a static-hosting or CDN host, where users can't be added (SH-8). */
export function isStaticHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return bucketHost.test(name) || staticHosts.some((host) => name === host || name.endsWith(`.${host}`))
}

/** The portal's own address, seen from one of its sub-domains (SH-12). */
export function portalAddress({ protocol, host }: { protocol: string; host: string }, slug: string): string {
  const own = host.toLowerCase().startsWith(`${slug.toLowerCase()}.`) ? host.slice(slug.length + 1) : host
  return `${protocol}//${own}/`
}
