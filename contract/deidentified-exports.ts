import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { date, id, instant, listOf, noAnswer, paging } from './fields.ts'

/** De-identified exports of a facility and period, for research (AR-4). */

export const longestExportDays = 366
/** How long an export is kept after it was made. */
export const keptDays = 7
/** With fewer residents somebody who knows the facility may recognise them. */
export const fewResidents = 20

const deidentifiedExport = z.object({
  export_id: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  /** the facility's days, both included */
  first_day: z.string(),
  last_day: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** 0 to 1 */
  progress: z.number(),
  residents: z.number(),
  rows: z.number(),
  bytes: z.number(),
  /** days of a resident that are left out because the archive is damaged */
  unreadable: z.number(),
  /** why it failed */
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  /** when it is deleted; null: it is still being made */
  expires_at: instant.nullable(),
})
export type DeidentifiedExport = z.output<typeof deidentifiedExport>

export const listDeidentifiedExports = call({
  name: 'listDeidentifiedExports',
  method: 'GET',
  path: '/deidentified-exports',
  access: access.superadmin,
  summary: m.deidentified_export_list_call(),
  input: z.object(paging),
  output: listOf(deidentifiedExport),
})

export const startDeidentifiedExport = call({
  name: 'startDeidentifiedExport',
  method: 'POST',
  path: '/deidentified-exports',
  access: access.superadmin,
  fresh: true,
  once: true,
  summary: m.deidentified_export_start_call(),
  input: z.object({ clinic_id: id, first_day: date, last_day: date }),
  output: z.object({ export_id: z.string() }),
})

export const deleteDeidentifiedExport = call({
  name: 'deleteDeidentifiedExport',
  method: 'DELETE',
  path: '/deidentified-exports/{export_id}',
  access: access.superadmin,
  summary: m.deidentified_export_delete_call(),
  input: z.object({ export_id: id }),
  output: noAnswer,
})

export const downloadDeidentifiedExport = call({
  name: 'downloadDeidentifiedExport',
  method: 'GET',
  path: '/deidentified-exports/{export_id}/file',
  access: access.superadmin,
  fresh: true,
  summary: m.deidentified_export_download_call(),
  carries: 'download',
  input: z.object({ export_id: id }),
  output: z.unknown(),
})

export const deidentifiedExportCalls = [
  listDeidentifiedExports,
  startDeidentifiedExport,
  deleteDeidentifiedExport,
  downloadDeidentifiedExport,
]
