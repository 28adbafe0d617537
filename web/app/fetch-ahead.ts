import { listClinics } from '@eupnea/contract/clinics.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { prefetchDashboard } from '../dashboard/dashboard-calls.ts'
import { allPagesQuery } from '../shared/pages.ts'
import { queryClient } from '../shared/query.ts'
import { readSelectedClinic } from '../shared/settings.ts'
import { session } from './settle-in.ts'

/** Visitors sign in at the start page and at the login page (SH-4, SH-10). */
export const isDoor = (path: string): boolean => /^\/(user\/login\/?)?$/i.test(path)

/**
 * Before anything is rendered, asks for what the first page needs, side by side instead of one after the other. Whatever
 * fails is asked for again by whoever needs it.
 */
export function fetchAhead(): void {
  const path = location.pathname
  session().then(
    (who) => who && fetchFirstPage(who, path),
    () => {},
  )
  // first-look.ts: somebody was signed in when this browser last had a page open.
  if (!isDoor(path) || document.documentElement.dataset.frame) void fetchScripts(path)
}

/** One part per task: each requests a dozen files, and all of them at once would block the page (EA-6). */
async function fetchScripts(path: string) {
  const parts: (() => Promise<unknown>)[] = [() => import('./portal.tsx')]
  if (document.documentElement.dataset.frame) parts.push(() => import('./main-layout.tsx'))
  if (isDashboard(path)) parts.push(() => import('./clinic-dashboard-page.tsx'))
  for (const fetchPart of parts) {
    await new Promise((resolve) => setTimeout(resolve))
    fetchPart().catch(() => {})
  }
}

const isDashboard = (path: string) => /^\/clinic\/profile\/?$/i.test(path)

/** Clinic users begin with their dashboard. */
function fetchFirstPage(who: Session, path: string) {
  if (who.role !== 'Clinic' || !(isDoor(path) || isDashboard(path))) return
  void fetchScripts('/clinic/profile')
  void queryClient.prefetchQuery(allPagesQuery(listClinics, {}))
  const chosen = new URLSearchParams(location.search).get('facility') ?? readSelectedClinic()
  const [first, ...others] = who.clinic_ids
  const clinicId = chosen && who.clinic_ids.includes(chosen) ? chosen : others.length === 0 ? first : undefined
  if (clinicId && !who.is_agreement_due) prefetchDashboard(clinicId)
}
