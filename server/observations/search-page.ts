import type { FhirBundle, FhirSearch } from '@eupnea/contract/observations.ts'
import type { FhirType } from '@eupnea/contract/rules/fhir-scope.ts'
import { sortKeys } from '@eupnea/contract/rules/fhir-search.ts'
import { m } from '@eupnea/texts'
import type { Sealer } from '../platform/seal.ts'
import { badValue } from './search-values.ts'

export interface FhirParts {
  /** the portal's address as an EHR reaches it, once known */
  readonly baseUrl: () => string
  /** seals links, which may hold names that were searched for */
  readonly sealer: Sealer
}

export const baseOf = ({ baseUrl }: FhirParts): string => `${baseUrl()}/api/fhir`

interface Sort {
  readonly key: string
  readonly isDescending: boolean
}

/** One page of a search. */
export interface SearchPage {
  readonly type: FhirType
  readonly search: FhirSearch
  readonly sort: readonly Sort[]
  /** at most this many; 0: only counted */
  readonly count: number
  /** values of the last row before this page; null: the first page */
  readonly after: readonly string[] | null
  /** when the search began, ms: what came later isn't part of it */
  readonly begun: number
  /** its parameters must not be in a link */
  readonly isHidden: boolean
}

const usualCount = 100

interface Sealed {
  readonly search: FhirSearch
  readonly after: readonly string[] | null
  readonly begun: number
}

/** @param isHidden the parameters came as a form. @throws 400 for a link that isn't ours, and for unknown sort keys */
export function openPage({ sealer }: FhirParts, type: FhirType, given: FhirSearch, isHidden: boolean): SearchPage {
  const { _page, _format, ...search } = given
  const sealed: Sealed =
    _page === undefined ? { search, after: null, begun: Date.now() } : unseal(sealer, type, _page, search)
  const isCountOnly = sealed.search._summary === 'count'
  return {
    ...sealed,
    type,
    sort: sortOf(type, sealed.search._sort),
    count: isCountOnly ? 0 : (sealed.search._count ?? usualCount),
    isHidden: isHidden || _page !== undefined,
  }
}

const purposeOf = (type: FhirType) => `fhir page ${type}`

function unseal(sealer: Sealer, type: FhirType, page: string, others: object): Sealed {
  if (Object.values(others).some((value) => value !== undefined)) throw badValue('_page', m.observation_page_wrong())
  try {
    return JSON.parse(sealer.open(Buffer.from(page, 'base64url'), purposeOf(type))) as Sealed
  } catch {
    throw badValue('_page', m.observation_page_wrong())
  }
}

function sortOf(type: FhirType, text: string | undefined): Sort[] {
  const known: readonly string[] = sortKeys[type]
  return (text?.split(',') ?? []).map((one) => {
    const key = one.replace(/^-/, '')
    if (!known.includes(key)) throw badValue('_sort', m.observation_sort_unknown({ keys: known.join(', ') }))
    return { key, isDescending: one.startsWith('-') }
  })
}

interface Found {
  readonly resources: readonly { readonly resourceType: string; readonly id: string }[]
  readonly total?: number
  /** values of the last row, if there are more; they say where the next page begins, whatever has changed until then */
  readonly next: readonly string[] | null
}

/** The page as a Bundle, with links to itself and the next one. */
export function bundleOf(parts: FhirParts, page: SearchPage, { resources, total, next }: Found): FhirBundle {
  const { type, search, begun, isHidden } = page
  const address = `${baseOf(parts)}/${type}`
  const sealedUrl = (after: Sealed['after']) => {
    const text = JSON.stringify({ search, after, begun } satisfies Sealed)
    return `${address}?_page=${parts.sealer.seal(text, purposeOf(type)).toString('base64url')}`
  }
  const plainUrl = () => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(search))
      for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
    return query.size > 0 ? `${address}?${query}` : address
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link: [
      { relation: 'self', url: isHidden ? sealedUrl(page.after) : plainUrl() },
      ...(next ? [{ relation: 'next' as const, url: sealedUrl(next) }] : []),
    ],
    // FHIR doesn't allow empty lists.
    ...(resources.length > 0 && {
      entry: resources.map((resource) => ({
        fullUrl: `${address}/${resource.id}`,
        resource: { ...resource },
        search: { mode: 'match' as const },
      })),
    }),
  }
}
