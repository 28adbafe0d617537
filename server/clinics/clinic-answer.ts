import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Locale } from '@eupnea/texts/locale.ts'
import type { ClinicRow } from './clinics.sql.ts'

/** A row as the contract's clinic. */
export const clinicAnswer = (row: ClinicRow): Clinic => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  // Contains the file's id, so that the address changes with the logo.
  logo: row.logo === null ? null : `/api/clinics/${encodeURIComponent(row.id)}/logo?v=${row.logo}`,
  tz: row.tz,
  locale: row.locale as Locale,
  floors: row.floors,
  alert_recipients: row.alert_recipients,
  daily_report_recipients: row.daily_report_recipients,
  escalation_minutes: row.escalation_minutes,
  escalation_recipients: row.escalation_recipients,
  daily_report_time: row.daily_report_time,
  requires_consent: row.requires_consent,
  moves_links: row.moves_links,
  ehr_integration_status: row.ehr_integration_status,
  clinicDetail: row.clinic_detail,
  is_demo: row.is_demo,
})
