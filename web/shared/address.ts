import { useClinic } from './clinic.ts'

/** The query of an address by name; every value is plain text. */
export type Query = Readonly<Record<string, unknown>>

/**
 * A page's query with other choices; empty ones are left out. One of a facility names it as soon as it names a choice, so
 * that a colleague who opens the address sees the same. What is searched for is never part of it, because it may be a name.
 */
export function queryWith(before: Query, next: Query, facility: string | undefined): Record<string, unknown> {
  const { facility: _, ...query } = { ...before, ...next }
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(kept.length > 0 && facility ? [...kept, ['facility', facility]] : kept)
}

/** The facility that the page's address names. */
export function useAddressClinic(): string | undefined {
  const clinic = useClinic()
  return location.pathname.startsWith('/clinic/') ? clinic?.id : undefined
}
