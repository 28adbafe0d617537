import { ClinicSettingsPage as Page } from '../clinics/clinic-settings-page.tsx'
import { ClinicDisplays } from '../displays/clinic-displays.tsx'
import { ClinicPlan } from '../plans/clinic-plan.tsx'

/** A facility's settings with the plan that its residents are judged by, and its displays (FA-2, PL-1, DI-1). */
export const ClinicSettingsPage = () => (
  <Page
    sections={({ clinic }) => (
      <>
        <ClinicPlan clinic={clinic} />
        <ClinicDisplays clinic={clinic} />
      </>
    )}
  />
)
