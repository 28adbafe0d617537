export {
  type AlertSettings,
  alertSettingsOf,
  type ClinicDay,
  type ClinicFacts,
  clinicDays,
  clinicExists,
  clinicIdOfSlug,
  clinicNames,
  clinicOf,
  demoClinicId,
  reportRecipients,
} from './clinic-of.ts'
export { findClinics, holdRight, type ReportSchedule, reportSchedules } from './clinics.sql.ts'
export { createClinic } from './create-clinic.ts'
export { refuseFutureDates } from './refuse-future-dates.ts'
export { refuseStaleClinics } from './refuse-stale-clinics.ts'
export { removeDemoClinic } from './remove-demo-clinic.ts'
export { clinicRoutes } from './routes.ts'
export { setEhrStatus } from './set-ehr-status.ts'
