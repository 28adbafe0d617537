import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { lazyPart } from '../shared/parts.ts'

const CardActs = lazyPart(async () => (await import('../notifications/card-acts.tsx')).CardActs)

/** The dashboard, with what can be done about notifications on its cards (AN-6). */
export const ClinicDashboardPage = () => <DashboardPage acts={CardActs} />
