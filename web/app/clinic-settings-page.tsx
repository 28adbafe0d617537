import { ClinicSettingsPage as Page } from '../clinics/clinic-settings-page.tsx'
import { ClinicPlan } from '../plans/clinic-plan.tsx'

/** A facility's settings with the plan that its residents are judged by (FA-2, PL-1). */
export const ClinicSettingsPage = () => <Page sections={({ clinic }) => <ClinicPlan clinic={clinic} />} />
