import type { IDToken } from 'openid-client'

/** What the provider says of a person. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  /** the directory's ids of them, under which SCIM may have sent them: sub, and Entra's oid */
  readonly ids: readonly string[]
  readonly sid: string | null
  /** when they last proved there who they are; the epoch: it doesn't say */
  readonly provedAt: Temporal.Instant
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly first_name: string
  readonly last_name: string
  /** null: it keeps them elsewhere, as Entra does if there are more than 200 */
  readonly groups: readonly string[] | null
}

/** A string, whatever the provider sends. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export function readClaims(claims: IDToken, issuer: string, groupsClaim: string): Claims {
  const groups = claims[groupsClaim]
  // OpenID Connect Core 1.0, section 5.6.2
  const isElsewhere = groups === undefined && Object.keys(claims._claim_names ?? {}).includes(groupsClaim)
  const email = textOf(claims.email).toLowerCase()
  const full = textOf(claims.name)
  const cut = full.lastIndexOf(' ')
  const parts = cut > 0 ? [full.slice(0, cut), full.slice(cut + 1)] : [full || email.split('@')[0]!, '']
  const name = (own: unknown, other = '') => (textOf(own) || other).slice(0, 100)
  return {
    issuer,
    subject: claims.sub,
    ids: [claims.sub, textOf(claims.oid)].filter((id) => id !== ''),
    sid: textOf(claims.sid) || null,
    provedAt: Temporal.Instant.fromEpochMilliseconds(
      typeof claims.auth_time === 'number'
        ? Math.max(0, Math.min(Math.trunc(claims.auth_time) * 1_000, Date.now()))
        : 0,
    ),
    email: email.length <= 254 && email.includes('@') ? email : null,
    isEmailVerified: claims.email_verified === true || claims.email_verified === ('true' as unknown),
    first_name: name(claims.given_name, parts[0]),
    last_name: name(claims.family_name, parts[1]),
    groups: isElsewhere
      ? null
      : (Array.isArray(groups) ? groups : [groups]).flatMap((group) => textOf(group) || []).slice(0, 1_000),
  }
}
