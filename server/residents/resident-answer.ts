import { residentFields } from '@eupnea/contract/residents.fields.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { limitsOf } from '@eupnea/contract/rules/plan.ts'
import { isReviewDue } from '../consents/index.ts'
import { planOfRow } from '../plans/index.ts'
import type { ResidentRow } from './residents.sql.ts'

/** Fields that have another name in the contract than in the table. */
const columns: Readonly<Record<string, string>> = { mrNo: 'mr_no', dateOfAdmission: 'date_of_admission' }

const recordOf = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(residentFields).map((name) => [name, row[columns[name] ?? name]])) as Pick<
    Resident,
    keyof typeof residentFields
  >

/** A row as the contract's resident. */
export function residentAnswer(row: ResidentRow): Resident {
  return {
    patient_id: row.id,
    clinic_id: row.clinic_id,
    ...recordOf(row),
    status: row.status as Resident['status'],
    information_file: row.information_file,
    isDocumentChanged: row.is_document_changed,
    device_id: row.device_id,
    device: row.device_id
      ? {
          device_id: row.device_id,
          device_name: row.device_name ?? '',
          device_conn_status: row.online ? 1 : 0,
          device_tz: row.device_tz ?? 'UTC',
        }
      : null,
    flaggedResidentNotes: { status: row.flag_status as Resident['flaggedResidentNotes']['status'] },
    plan: limitsOf(planOfRow(row)),
    consent: row.consent as Resident['consent'],
    is_consent_review_due: row.consent_tz !== null && isReviewDue(row.consent_review_on, row.consent_tz),
    leave:
      row.leave_since && row.leave_until
        ? { from: row.leave_since.toString(), until: row.leave_until.toString() }
        : null,
    updated_at: row.updated_at.toString(),
  }
}
