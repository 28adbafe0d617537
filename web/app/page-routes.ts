import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { rememberWanted } from '../sessions/wanted-path.ts'
import { wantClinic } from '../shared/clinic.ts'
import { CardsSkeleton, FrameSkeleton, PageSkeleton } from '../shared/skeletons.tsx'
import { lazyPage } from './lazy-page.ts'
import { NotFoundText } from './not-found-page.tsx'
import { type GuardedPage, mayOpen } from './page-access.ts'
import { rootRoute } from './root-route.ts'
import { session } from './settle-in.ts'
import { SignedInFrame } from './signed-in-frame.tsx'

/** Pages for people who are signed in, each for the roles given in `page-access.ts`. */

/** Signed in, or sent to the login page and back afterwards (SH-3). */
const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  beforeLoad: async ({ location }) => {
    if (await session()) return
    rememberWanted(location.href)
    throw redirect({ to: '/user/login', replace: true })
  },
  component: SignedInFrame,
  pendingComponent: FrameSkeleton,
})
const mainRoute = createRoute({
  getParentRoute: () => protectedRoute,
  id: 'main',
  component: lazyPage(() => import('./main-layout.tsx'), 'MainLayout'),
  pendingComponent: FrameSkeleton,
})
/** A route's own component gives way to its 404; this one has none, so the shell stays around the 404. */
const pageRoute = createRoute({ getParentRoute: () => mainRoute, id: 'page', notFoundComponent: NotFoundText })

/** A page that the person can't open doesn't exist for them; nothing of it is fetched (SH-8). */
const only = (page: GuardedPage) => async (of: { readonly search: object; readonly preload: boolean }) => {
  const who = await session()
  if (who && !mayOpen(page, who)) throw notFound()
  if (!of.preload && 'facility' in of.search && page.startsWith('/clinic/')) wantClinic(of.search.facility)
}

const page = <P extends GuardedPage>(path: P) => ({
  getParentRoute: () => pageRoute,
  path,
  beforeLoad: only(path),
  pendingComponent: PageSkeleton,
})

const dashboardRoute = createRoute({
  ...page('/dashboard'),
  component: lazyPage(() => import('./clinics-page.tsx'), 'ClinicsPage'),
})

const manageClinicsRoute = createRoute({
  ...page('/facility/manage'),
  component: lazyPage(() => import('../clinics/manage-clinics-page.tsx'), 'ManageClinicsPage'),
})
const addClinicRoute = createRoute({
  ...page('/facility/add'),
  component: lazyPage(() => import('../clinics/add-clinic-page.tsx'), 'AddClinicPage'),
})
const editClinicRoute = createRoute({
  ...page('/facility/edit/$slug'),
  component: lazyPage(() => import('../clinics/edit-clinic-page.tsx'), 'EditClinicPage'),
})
const clinicSettingsRoute = createRoute({
  ...page('/facility/settings/$slug'),
  component: lazyPage(() => import('./clinic-settings-page.tsx'), 'ClinicSettingsPage'),
})
const clinicProfileRoute = createRoute({
  ...page('/facility/profile/$slug'),
  component: lazyPage(() => import('./clinic-profile-page.tsx'), 'ClinicProfilePage'),
})

const manageUsersRoute = createRoute({
  ...page('/users/manage'),
  component: lazyPage(() => import('../users/manage-users-page.tsx'), 'ManageUsersPage'),
})
const addUserRoute = createRoute({
  ...page('/users/add'),
  component: lazyPage(() => import('../users/add-user-page.tsx'), 'AddUserPage'),
})
const editUserRoute = createRoute({
  ...page('/users/edit/$slug'),
  component: lazyPage(() => import('../users/edit-user-page.tsx'), 'EditUserPage'),
})
const userProfileRoute = createRoute({
  ...page('/users/profile/$slug'),
  component: lazyPage(() => import('./user-page.tsx'), 'UserPage'),
})

const manageDevicesRoute = createRoute({
  ...page('/devices/manage'),
  component: lazyPage(() => import('../devices/manage-devices-page.tsx'), 'ManageDevicesPage'),
})

const manageGroupsRoute = createRoute({
  ...page('/group/manage'),
  component: lazyPage(() => import('../medical-groups/manage-groups-page.tsx'), 'ManageGroupsPage'),
})
const addGroupRoute = createRoute({
  ...page('/group/add'),
  component: lazyPage(() => import('../medical-groups/add-group-page.tsx'), 'AddGroupPage'),
})
const editGroupRoute = createRoute({
  ...page('/group/edit/$slug'),
  component: lazyPage(() => import('../medical-groups/edit-group-page.tsx'), 'EditGroupPage'),
})

const auditRoute = createRoute({
  ...page('/audit'),
  component: lazyPage(() => import('../audit/audit-page.tsx'), 'AuditPage'),
})
const serviceAccountsRoute = createRoute({
  ...page('/service-accounts'),
  component: lazyPage(() => import('../service-accounts/service-accounts-page.tsx'), 'ServiceAccountsPage'),
})
const outboxRoute = createRoute({
  ...page('/outbox'),
  component: lazyPage(() => import('../outbox/outbox-page.tsx'), 'OutboxPage'),
})
const usageRoute = createRoute({
  ...page('/usage'),
  component: lazyPage(() => import('../analytics/usage-page.tsx'), 'UsagePage'),
})

const directoryRoute = createRoute({
  ...page('/directory'),
  component: lazyPage(() => import('../directory/directory-page.tsx'), 'DirectoryPage'),
})

const accountRoute = createRoute({
  ...page('/account'),
  component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
})

const privacyRoute = createRoute({
  ...page('/privacy'),
  component: lazyPage(() => import('../privacy/privacy-page.tsx'), 'PrivacyPage'),
})

const deidentifiedExportsRoute = createRoute({
  ...page('/deidentified-exports'),
  component: lazyPage(() => import('../deidentified-exports/deidentified-exports-page.tsx'), 'DeidentifiedExportsPage'),
})

const clinicDashboardRoute = createRoute({
  ...page('/clinic/profile'),
  component: lazyPage(() => import('./clinic-dashboard-page.tsx'), 'ClinicDashboardPage'),
  pendingComponent: CardsSkeleton,
})

const residentsRoute = createRoute({
  ...page('/clinic/residents'),
  component: lazyPage(() => import('./residents-page.tsx'), 'ResidentsPage'),
})
const roomsRoute = createRoute({
  ...page('/clinic/rooms'),
  component: lazyPage(() => import('./rooms-page.tsx'), 'RoomsPage'),
})

const clinicReportsRoute = createRoute({
  ...page('/clinic/reports'),
  component: lazyPage(() => import('../reports/daily-report-page.tsx'), 'DailyReportPage'),
})

const residentReportRoute = createRoute({
  ...page('/clinic/reports/resident'),
  component: lazyPage(() => import('../reports/resident-report-page.tsx'), 'ResidentReportPage'),
})

const dutyRoute = createRoute({
  ...page('/clinic/duty'),
  component: lazyPage(() => import('./duty-page.tsx'), 'DutyPage'),
})

const downtimeRoute = createRoute({
  ...page('/clinic/reports/downtime'),
  component: lazyPage(() => import('./downtime-page.tsx'), 'DowntimePage'),
})

const inventoryRoute = createRoute({
  ...page('/clinic/inventory'),
  component: lazyPage(() => import('../devices/inventory-page.tsx'), 'InventoryPage'),
})
const notificationsRoute = createRoute({
  ...page('/clinic/notifications'),
  component: lazyPage(() => import('./notifications-page.tsx'), 'NotificationsPage'),
})
const handoverRoute = createRoute({
  ...page('/clinic/handover'),
  component: lazyPage(() => import('../handover/handover-page.tsx'), 'HandoverPage'),
})
const alertsRoute = createRoute({
  ...page('/clinic/alerts'),
  component: lazyPage(() => import('../sms-alerts/sms-alerts-page.tsx'), 'SmsAlertsPage'),
})
const alertLinkRoute = createRoute({
  ...page('/n/$token'),
  component: lazyPage(() => import('../sms-alerts/alert-link-page.tsx'), 'AlertLinkPage'),
})
const notesRoute = createRoute({
  ...page('/clinic/notes'),
  component: lazyPage(() => import('../notes/notes-page.tsx'), 'NotesPage'),
})
const billingRoute = createRoute({
  ...page('/clinic/billing'),
  component: lazyPage(() => import('../billing/billing-page.tsx'), 'BillingPage'),
})
const eligibilityRoute = createRoute({
  ...page('/clinic/eligibility'),
  component: lazyPage(() => import('../eligibility/eligibility-page.tsx'), 'EligibilityPage'),
})
const ehrImportRoute = createRoute({
  ...page('/clinic/ehr'),
  component: lazyPage(() => import('./ehr-page.tsx'), 'EhrPage'),
})

/** Without menu and top bar, for a screen on a wall. */
const wallRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: '/clinic/wall',
  beforeLoad: only('/clinic/wall'),
  component: lazyPage(() => import('./wall-layout.tsx'), 'WallLayout'),
})

const residentPage = lazyPage(() => import('./resident-page.tsx'), 'ResidentPage')
const residentRoute = createRoute({
  ...page('/patient/profile/$patient_id'),
  component: residentPage,
})
const residentDeviceRoute = createRoute({
  ...page('/patient/profile/$patient_id/$device_id'),
  component: residentPage,
})

export const pageRoutes = protectedRoute.addChildren([
  wallRoute,
  mainRoute.addChildren([
    pageRoute.addChildren([
      dashboardRoute,
      manageClinicsRoute,
      addClinicRoute,
      editClinicRoute,
      clinicSettingsRoute,
      clinicProfileRoute,
      manageUsersRoute,
      addUserRoute,
      editUserRoute,
      userProfileRoute,
      manageDevicesRoute,
      manageGroupsRoute,
      addGroupRoute,
      editGroupRoute,
      auditRoute,
      serviceAccountsRoute,
      outboxRoute,
      usageRoute,
      privacyRoute,
      deidentifiedExportsRoute,
      directoryRoute,
      accountRoute,
      clinicDashboardRoute,
      clinicReportsRoute,
      residentReportRoute,
      downtimeRoute,
      dutyRoute,
      residentsRoute,
      roomsRoute,
      inventoryRoute,
      notificationsRoute,
      handoverRoute,
      alertsRoute,
      alertLinkRoute,
      notesRoute,
      billingRoute,
      eligibilityRoute,
      ehrImportRoute,
      residentRoute,
      residentDeviceRoute,
    ]),
  ]),
])
