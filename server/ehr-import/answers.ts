import type { EhrConnection, EhrRow, EhrRun } from '@eupnea/contract/ehr-import.ts'
import type { ConnectionRow } from './connections.sql.ts'
import type { ImportableRow } from './links.sql.ts'
import type { PreviewRow } from './rows.sql.ts'
import type { EndCounts, RunRow } from './runs.sql.ts'
import { jwksPath } from './source-of.ts'

/** Rows as the contract has them. */

/** Without the secrets that open the EHR. */
export const connectionAnswer = (row: ConnectionRow): EhrConnection => ({
  source: row.source as EhrConnection['source'],
  base_url: row.base_url,
  token_url: row.token_url,
  org_uuid: row.org_uuid,
  facility_id: row.facility_id,
  client_id: row.client_id,
  algorithm: row.algorithm as EhrConnection['algorithm'],
  scopes: row.scopes,
  schedule: row.schedule as EhrConnection['schedule'],
  applies_certain: row.applies_certain,
  jwks_path: row.key_id === null ? null : jwksPath(row.key_id),
  updated_at: row.updated_at.toString(),
  updated_by: row.updated_by,
})

/** @param now counts of its rows; undefined when there are none, or no longer any */
export function runAnswer(row: RunRow, now: EndCounts | undefined): EhrRun {
  const counts = now ?? row.counts
  const kinds = { create: 0, update: 0, discharge: 0, ask: 0, failed: 0, left_out: 0, unchanged: 0 }
  return {
    run_id: row.id,
    clinic_id: row.clinic_id,
    source: row.source,
    state: row.state,
    started_at: row.started_at.toString(),
    started_by: row.started_by,
    confirmed_by: row.confirmed_by,
    finished_at: row.finished_at?.toString() ?? null,
    pages: row.pages,
    rows_read: row.rows_read,
    rows_announced: row.rows_announced,
    is_second_look: row.is_second_look,
    is_scheduled: row.is_scheduled,
    limits: [...row.limits],
    counts: { ...kinds, ...counts?.kinds },
    undecided: counts?.undecided ?? 0,
    looked_at: counts?.looked_at ?? 0,
    applied: counts?.applied ?? 0,
    message: row.message,
    waits_until: row.waits_until?.toString() ?? null,
  }
}

/** @param residents by id: the resident of the row, or candidates */
export function rowAnswer(row: PreviewRow, residents: ReadonlyMap<string, ImportableRow>): EhrRow {
  const held = row.resident_id === null ? undefined : residents.get(row.resident_id)
  return {
    row_no: row.no,
    external_id: row.external_id,
    kind: row.kind,
    reason: row.reason,
    name: row.name,
    dob: row.incoming?.dob ?? held?.dob ?? null,
    mrNo: row.incoming?.mr_no ?? held?.mr_no ?? null,
    room: row.incoming?.room || held?.room || '',
    patient_id: row.resident_id,
    candidates: row.candidates.flatMap((id) => {
      const resident = residents.get(id)
      if (!resident) return []
      const { resident_id: patient_id, first_name, last_name, dob, mr_no: mrNo, room, status } = resident
      return [{ patient_id, first_name, last_name, dob, mrNo, room, status }]
    }),
    changes: row.changes.map(({ field, from, to, asks }) => ({ field, from: from || null, to: to || null, asks })),
    decision: row.decision,
    take: [...row.take],
    is_certain: row.is_certain,
    applied: row.applied,
  }
}
