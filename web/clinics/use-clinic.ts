import { type Clinic, listClinics } from '@eupnea/contract/clinics.ts'
import { notFound } from '@tanstack/react-router'
import { ApiError, useCall } from '../shared/api.ts'
import { mayAdminister, useSession } from '../shared/session.ts'

/** Where the router shows its 404, within the shell. */
const pageRouteId = '/protected/main/page'

/**
 * The clinic of an address, which only who administers it may see there (FA-2, EA-3).
 * @throws notFound when there is none that the person may see; the router then shows its 404
 */
export function useClinic(slug: string) {
  const session = useSession()
  const query = useCall(listClinics, { slug, page_size: 1 }, { select: firstOf })
  // An address that is no slug at all is refused as bad input.
  const isRefused = query.error instanceof ApiError && query.error.status === 422
  const isOthers = query.data && session && !mayAdminister(session, query.data.id)
  if (query.data === null || isRefused || isOthers) throw notFound({ routeId: pageRouteId })
  return { ...query, data: query.data }
}

const firstOf = ({ items }: { items: Clinic[] }): Clinic | null => items[0] ?? null
