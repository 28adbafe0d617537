interface Keys {
  readonly keys: Record<string, unknown>[]
}

/** What was typed as a program's keys: an address, or a JWKS. @returns null when it is neither */
export function keysOf(text: string): { readonly jwks_url: string } | { readonly jwks: Keys } | null {
  if (/^https?:\/\//.test(text.trim())) return { jwks_url: text.trim() }
  try {
    const jwks = JSON.parse(text) as Keys | null
    return Array.isArray(jwks?.keys) ? { jwks: { keys: jwks.keys } } : null
  } catch {
    return null
  }
}
