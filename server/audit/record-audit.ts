import type { Ctx } from '../platform/context.ts'
import { hasRecentEntry, insertAuditEntries } from './audit.sql.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Says who did what, in the transaction that does it: both happen or neither (AP-5). */
export const recordAudit = (ctx: Ctx, entry: AuditEntry): Promise<void> => write(ctx, [entry])

/** The same of one act that concerns many. */
export const recordAudits = (ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> => write(ctx, entries)

/**
 * A list that was not asked of one clinic alone: an entry for each clinic whose residents it showed, so that they
 * are found by it; one without a clinic where it showed none.
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

/** Once for a while of looking at what keeps itself up to date. */
export async function recordAuditOncePer(ctx: Ctx, minutes: number, entry: AuditEntry): Promise<void> {
  if (!(await hasRecentEntry(ctx, entry.act, minutes))) await write(ctx, [entry])
}

/** A list that is downloaded page by page is one act; its rows stand for the pages. */
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
