import type { Ctx } from '../platform/context.ts'
import { hasRecentEntry, insertAuditEntries } from './audit.sql.ts'
import type { AuditEntry } from './audit-entry.ts'
import { isRecordedOfLate, rememberRecorded } from './recorded-of-late.ts'

/** Records who did what, in the transaction that does it: both happen or neither (AP-5). */
export const recordAudit = (ctx: Ctx, entry: AuditEntry): Promise<void> => recordAudits(ctx, [entry])

/**
 * For a list that covers several clinics: records an entry for each clinic whose residents it showed, so that the entry
 * is found under that clinic; without any, a single entry without a clinic.
 * @param idOf given, the same rows shown again to the same person at the same address within five minutes need no
 * further entry: pages fetch their lists again whenever anything in them changes
 */
export async function recordAuditOfRows<R extends { readonly clinic_id: string | null }>(
  ctx: Ctx,
  rows: readonly R[],
  entry: Pick<AuditEntry, 'act' | 'detail'> & { readonly clinic_id: string | undefined },
  idOf?: (row: R) => string,
): Promise<void> {
  const view = idOf && !ctx.download && [entry, rows.map(idOf)]
  if (view && isRecordedOfLate(ctx, view)) return
  const shown = new Set(rows.map(({ clinic_id }) => clinic_id))
  const clinics = entry.clinic_id === undefined && shown.size > 0 ? [...shown] : [entry.clinic_id]
  await recordAudits(
    ctx,
    clinics.map((clinic_id) => ({ ...entry, clinic_id: clinic_id ?? null })),
  )
  if (view) rememberRecorded(ctx, view, sameRowsMinutes)
}

const sameRowsMinutes = 5

type Person = Pick<AuditEntry, 'clinic_id' | 'resident_id' | 'detail'>

/**
 * For a list of people: an entry for each whose health data it showed, so that the log of a person says who saw them;
 * without any, a single entry an hour. The same people shown again within five minutes need none.
 */
export async function recordAuditOfPeople(
  ctx: Ctx,
  entry: Pick<AuditEntry, 'act' | 'clinic_id'>,
  people: readonly Person[],
): Promise<void> {
  if (people.length === 0) return recordAuditOncePer(ctx, 60, entry)
  const entries = people.map((person) => ({ ...entry, ...person }))
  // No page of a download repeats a row, so each is recorded as a whole.
  if (ctx.download)
    return ctx.download.once(JSON.stringify(entries), (apart, rows) =>
      insertAuditEntries(
        apart,
        entries.map((one) => ({ ...one, detail: { ...one.detail, format: 'csv', rows } })),
      ),
    )
  if (isRecordedOfLate(ctx, entries)) return
  await recordAudits(ctx, entries)
  rememberRecorded(ctx, entries, sameRowsMinutes)
}

/**
 * Records repeated views of the same, such as by a page that updates itself, only once per `minutes` for each person,
 * facility, resident and user viewed. A download is always recorded.
 */
export async function recordAuditOncePer(ctx: Ctx, minutes: number, entry: AuditEntry): Promise<void> {
  if (ctx.download) return recordAudits(ctx, [entry])
  if (isRecordedOfLate(ctx, entry)) return
  const isThere = await hasRecentEntry(ctx, entry, minutes)
  if (!isThere) await recordAudits(ctx, [entry])
  // One that was there may be due again at any time.
  rememberRecorded(ctx, entry, isThere ? Math.min(1, minutes) : minutes)
}

/** The same for one act that affects many. A list downloaded page by page is one act; its number of rows replaces the pages. */
export async function recordAudits(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
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
