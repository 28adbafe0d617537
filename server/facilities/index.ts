export { addClinic } from './add-clinic.ts'
export {
  type AlertSettings,
  alertSettingsOf,
  type ClinicFacts,
  clinicExists,
  clinicIdOfSlug,
  clinicNames,
  clinicOf,
  demoClinicId,
  type ReportSchedule,
  reportRecipients,
  reportSchedules,
} from './clinic-of.ts'
export { refuseStaleClinics } from './refuse-stale-clinics.ts'
export { removeDemoClinic } from './remove-demo-clinic.ts'
export { facilityRoutes } from './routes.ts'
export { setEhrStatus } from './set-ehr-status.ts'
