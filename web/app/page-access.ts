import type { PageRoute } from '@eupnea/contract/analytics.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { isStaticHost } from '../shared/host.ts'
import { isAdministrator, isClinicAdmin, isStaff, isSuperadmin } from '../shared/session.ts'

/** Who can open which page (SH-8 to SH-10). Routes and menu share these rules; the server rules on the data. */
type Rule = (who: Session, hostname: string) => boolean

const administrators: Rule = (who) => isAdministrator(who)
/** Of a facility that they don't administer, the page itself says that it doesn't exist (EA-3). */
const clinicAdmins: Rule = (who) => isAdministrator(who) || isClinicAdmin(who)
const superadmins: Rule = (who) => isSuperadmin(who)
const staff: Rule = (who) => isStaff(who)

const everybody: Rule = () => true

const rules = {
  '/account': everybody,
  // Providers also find their clinics there.
  '/dashboard': (who) => isAdministrator(who) || who.role === 'Provider',
  '/facility/manage': clinicAdmins,
  '/facility/add': administrators,
  '/facility/edit/$slug': clinicAdmins,
  '/facility/settings/$slug': clinicAdmins,
  '/facility/profile/$slug': clinicAdmins,
  '/users/manage': clinicAdmins,
  '/users/add': (who, hostname) => clinicAdmins(who, hostname) && !isStaticHost(hostname),
  '/users/edit/$slug': clinicAdmins,
  '/users/profile/$slug': clinicAdmins,
  '/devices/manage': administrators,
  '/group/manage': administrators,
  '/group/add': administrators,
  '/group/edit/$slug': administrators,
  '/service-accounts': administrators,
  '/audit': superadmins,
  '/outbox': superadmins,
  '/usage': superadmins,
  '/privacy': superadmins,
  '/deidentified-exports': superadmins,
  '/directory': superadmins,
  '/clinic/profile': staff,
  '/clinic/residents': staff,
  '/clinic/rooms': staff,
  '/clinic/inventory': staff,
  '/clinic/notifications': staff,
  '/clinic/handover': staff,
  '/clinic/alerts': staff,
  '/clinic/duty': staff,
  '/n/$token': staff,
  '/clinic/notes': staff,
  '/clinic/billing': staff,
  '/clinic/eligibility': staff,
  '/clinic/ehr': staff,
  '/clinic/wall': staff,
  '/clinic/reports': staff,
  '/clinic/reports/resident': staff,
  '/clinic/reports/downtime': staff,
  '/patient/profile/$patient_id': staff,
  '/patient/profile/$patient_id/$device_id': staff,
} as const satisfies Partial<Record<PageRoute, Rule>>

export type GuardedPage = keyof typeof rules

export const mayOpen = (page: GuardedPage, who: Session, hostname: string = location.hostname): boolean =>
  rules[page](who, hostname)
