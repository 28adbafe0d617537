import type { Session } from '@eupnea/contract/sessions.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { leaveDraftsTo, takeCarriedDrafts } from '../shared/drafts.ts'
import { type Host, loadHost } from '../shared/host.ts'
import { queryClient } from '../shared/query.ts'
import { isStaff, sessionQuery } from '../shared/session.ts'
import { takeSettingsOf } from '../shared/settings.ts'

/** whose settings are loaded; null: nobody knows yet */
let settled: string | null = null

/**
 * Before a person's first page: loads their settings, so that no page appears in someone else's theme, and the clinic
 * named by the sub-domain (SH-12, SH-21).
 */
export function settleIn(who: Session | null, host: Host): void {
  const id = who?.id ?? ''
  if (id === settled) return
  if (settled === null) takeCarriedDrafts()
  settled = id
  if (id) leaveDraftsTo(id)
  takeSettingsOf(id, who !== null && !isStaff(who))
  if (id && host.sub_domain?.clinic_id) chooseClinic(host.sub_domain.clinic_id)
}

/** The session, from the cache after the first time. */
export async function session() {
  const [who, host] = await Promise.all([queryClient.ensureQueryData(sessionQuery), loadHost()])
  settleIn(who, host)
  return who
}
