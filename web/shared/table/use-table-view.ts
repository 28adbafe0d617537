import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Query, queryWith, useAddressClinic } from '../address.ts'
import { addressOf, type TableView, type ViewOptions, viewOf } from './table-view.ts'

type Filters = Readonly<Record<string, string | undefined>>

/**
 * A table's view and filters, kept in the address: a link shows the same, and Back returns to it.
 * @param options module-level or memoised
 * @param filterNames names of the page's filters in the address; module-level
 */
export function useTableView<const F extends string = never>(options: ViewOptions, filterNames: readonly F[] = []) {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const facility = useAddressClinic()
  const view = useMemo(() => viewOf(address, options), [address, options])
  const filters = useMemo(() => pick(address, filterNames), [address, filterNames])

  /** Changing filters or sorting goes back to the first page, unless a page is given. */
  const change = useCallback(
    (next: Partial<TableView>, nextFilters: Partial<Record<F, string>> = {}) =>
      navigate({
        to: '.',
        replace: true,
        resetScroll: false,
        search: (before: Query) => {
          const view = { ...viewOf(before, options), page: 1, ...next }
          const filters: Filters = { ...pick(before, filterNames), ...nextFilters }
          return queryWith(before, { ...addressOf(view, options), ...filters }, facility)
        },
      }),
    [navigate, options, filterNames, facility],
  )
  const onView = useCallback((next: Partial<TableView>) => change(next), [change])
  return { view, filters, change, onView }
}

function pick<F extends string>(address: Readonly<Record<string, unknown>>, names: readonly F[]) {
  const found: Partial<Record<F, string>> = {}
  for (const name of names) if (typeof address[name] === 'string' && address[name]) found[name] = address[name]
  return found
}
