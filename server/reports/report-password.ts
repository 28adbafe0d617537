import { randomInt } from 'node:crypto'
import type { Ctx } from '../platform/context.ts'
import type { Sealer } from '../platform/seal.ts'
import { insertReportPassword, replaceReportPassword, selectReportPassword } from './report-passwords.sql.ts'

/** What opens the reports that a clinic mails (DO-8): random, and in no part of a mail. */

interface ReportPassword {
  readonly password: string
  readonly made_at: string
  /** e-mail address; null: made by the schedule */
  readonly made_by: string | null
}

/** Signs that are not taken for another one when read out or written down. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const signsPerGroup = 4

/** `k7wp-3xqm-9rtz-hc4n`: 79 bits, because whoever has the PDF can try as fast as they like. */
const newReportPassword = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: signsPerGroup }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-')

const purposeOf = (clinic_id: string): string => `report-password ${clinic_id}`

const valuesOf = (ctx: Ctx, sealer: Sealer, clinic_id: string) => ({
  clinic_id,
  sealed: sealer.seal(newReportPassword(), purposeOf(clinic_id)),
  made_by: ctx.actor.type === 'user' ? ctx.actor.email : null,
})

/** The clinic's, made when it is first needed. */
export async function reportPasswordOf(ctx: Ctx, sealer: Sealer, clinic_id: string): Promise<ReportPassword> {
  if (!(await selectReportPassword(ctx, clinic_id))) await insertReportPassword(ctx, valuesOf(ctx, sealer, clinic_id))
  return opened(ctx, sealer, clinic_id)
}

/** Makes another one; what was mailed before keeps the one before. */
export async function replaceReportPasswordOf(ctx: Ctx, sealer: Sealer, clinic_id: string): Promise<ReportPassword> {
  await replaceReportPassword(ctx, valuesOf(ctx, sealer, clinic_id))
  return opened(ctx, sealer, clinic_id)
}

async function opened(ctx: Ctx, sealer: Sealer, clinic_id: string): Promise<ReportPassword> {
  const row = (await selectReportPassword(ctx, clinic_id))!
  return {
    password: sealer.open(row.sealed, purposeOf(clinic_id)),
    made_at: row.made_at.toString(),
    made_by: row.made_by,
  }
}
