import type { Jwks } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { importJWK, type JWK } from 'jose'

/** What SMART requires every server to take. */
export const algorithms = ['RS384', 'ES384'] as const
export type Algorithm = (typeof algorithms)[number]

export const algorithmOf = ({ kty, crv }: JWK): Algorithm | null =>
  kty === 'RSA' ? 'RS384' : kty === 'EC' && crv === 'P-384' ? 'ES384' : null

/** Parts of a key that only its owner may have. */
const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const leastRsaBits = 2_048

async function isUsable(key: JWK | null): Promise<boolean> {
  const alg = key && algorithmOf(key)
  if (!alg || !key.kid || key.kid.length > 200 || (key.alg !== undefined && key.alg !== alg)) return false
  if (key.use !== undefined && key.use !== 'sig') return false
  try {
    const { algorithm } = (await importJWK(key, alg)) as CryptoKey
    return alg === 'ES384' || (algorithm as { modulusLength?: number }).modulusLength! >= leastRsaBits
  } catch {
    return false
  }
}

/** Keys with which a signature can be checked. */
export async function usableKeys(keys: readonly unknown[]): Promise<JWK[]> {
  const usable = await Promise.all(keys.map((key) => isUsable(key as JWK | null)))
  return (keys as JWK[]).filter((_, index) => usable[index])
}

/** @returns why these keys can't be registered; null: they can */
export async function keysRefusal({ keys }: Jwks): Promise<string | null> {
  if (keys.some((key) => privateParts.some((part) => part in key))) return m.service_account_keys_private()
  const usable = await usableKeys(keys)
  const kids = new Set(keys.map(({ kid }) => kid))
  return usable.length === keys.length && kids.size === keys.length ? null : m.service_account_keys_wrong()
}
