import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Query, queryWith, useAddressClinic } from './address.ts'

/** The choices of a page without a table, kept in the address: a link shows the same, and Back returns to it. */
export function useAddressChoice<const N extends string>(names: readonly N[]) {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const facility = useAddressClinic()
  const chosen: Partial<Record<N, string>> = {}
  for (const name of names) if (typeof address[name] === 'string') chosen[name] = address[name]
  /** an empty one is omitted */
  const keep = (next: Readonly<Partial<Record<N, string | null>>>) =>
    navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (before: Query) => queryWith(before, next, facility),
    })
  return [chosen, keep] as const
}
