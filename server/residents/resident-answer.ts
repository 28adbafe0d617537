import type { Resident } from '@eupnea/contract/residents.ts'
import type { ResidentRow } from './residents.sql.ts'

/** A row as the contract's resident. */
export function residentAnswer(row: ResidentRow): Resident {
  return {
    patient_id: row.id,
    clinic_id: row.clinic_id,
    first_name: row.first_name,
    last_name: row.last_name,
    room: row.room,
    floor: row.floor,
    status: row.status as Resident['status'],
    dob: row.dob,
    gender: row.gender,
    mrNo: row.mr_no,
    dateOfAdmission: row.date_of_admission,
    billing_information: row.billing_information,
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
    updated_at: row.updated_at.toString(),
  }
}
