import type { Ctx } from '../platform/context.ts'
import { hasRecentEntry, insertAuditEntries } from './audit.sql.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Records who did what, in the transaction that does it: both happen or neither (AP-5). */
export const recordAudit = (ctx: Ctx, entry: AuditEntry): Promise<void> => write(ctx, [entry])

/** The same for one act that affects many. */
export const recordAudits = (ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> => write(ctx, entries)

/**
 * For a list that covers several clinics: records an entry for each clinic whose residents it showed, so that the entry
 * is found under that clinic; without any, a single entry without a clinic.
 */
export function recordAuditOfRows(
  ctx: Ctx,
  rows: readonly { readonly clinic_id: string | null }[],
  entry: Pick<AuditEntry, 'act' | 'detail'> & { readonly clinic_id: string | undefined },
): Promise<void> {
  const shown = new Set(rows.map(({ clinic_id }) => clinic_id))
  const clinics = entry.clinic_id === undefined && shown.size > 0 ? [...shown] : [entry.clinic_id]
  return write(
    ctx,
    clinics.map((clinic_id) => ({ ...entry, clinic_id: clinic_id ?? null })),
  )
}

/**
 * Records repeated views of the same, such as by a page that updates itself, only once per `minutes` for each person,
 * facility, resident and user viewed. A download is always recorded.
 */
export async function recordAuditOncePer(ctx: Ctx, minutes: number, entry: AuditEntry): Promise<void> {
  if (ctx.download || !(await hasRecentEntry(ctx, entry, minutes))) await write(ctx, [entry])
}

/** A list downloaded page by page is one act; its number of rows replaces the pages. */
async function write(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (!ctx.download) return insertAuditEntries(ctx, entries)
  for (const { act, clinic_id, resident_id, device_id, detail } of entries) {
    const { page: _page, shown: _shown, ...rest } = detail ?? {}
    ctx.download.once(JSON.stringify([act, clinic_id, resident_id, device_id]), (apart, rows) =>
      insertAuditEntries(apart, [
        {
          act,
          clinic_id: clinic_id ?? null,
          resident_id: resident_id ?? null,
          device_id: device_id ?? null,
          detail: { ...rest, format: 'csv', rows },
        },
      ]),
    )
  }
}
