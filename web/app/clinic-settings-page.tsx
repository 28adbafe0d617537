import { ClinicSettingsPage as Page } from '../clinics/clinic-settings-page.tsx'
import { ClinicDisplays } from '../displays/clinic-displays.tsx'
import { kindLabels } from '../notifications/notification-words.ts'
import { ClinicNurseCalls } from '../nurse-calls/clinic-nurse-calls.tsx'
import { ClinicPlan } from '../plans/clinic-plan.tsx'
import { ClinicReportPassword } from '../reports/clinic-report-password.tsx'
import { ClinicWebhooks } from '../webhooks/clinic-webhooks.tsx'

/**
 * A facility's settings with the plan that its residents are judged by, its report password, displays, webhooks and
 * nurse call systems (FA-2, PL-1, DO-8, DI-1, AN-12, EH-5).
 */
export const ClinicSettingsPage = () => (
  <Page
    sections={({ clinic }) => (
      <>
        <ClinicPlan clinic={clinic} />
        <ClinicReportPassword clinic={clinic} />
        <ClinicDisplays clinic={clinic} />
        <ClinicWebhooks clinic={clinic} kindLabels={kindLabels} />
        <ClinicNurseCalls clinic={clinic} kindLabels={kindLabels} />
      </>
    )}
  />
)
