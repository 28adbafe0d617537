import { Readable } from 'node:stream'
import type { readHandoverPdf as declaration } from '@eupnea/contract/handover.ts'
import { handoverFileName } from '@eupnea/contract/rules/handover-lines.ts'
import { recordAudit } from '../audit/index.ts'
import { hoursOf, nightsOf } from '../nights/index.ts'
import { withCtx } from '../platform/context.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import type { VerbApart } from '../platform/route.ts'
import { makeHandoverPdf } from '../reports/index.ts'
import { handoverOf } from './handover-of.ts'

/** The handover of a floor and shift on A4 (HO-1). @throws 404, 422 for an impossible shift, 503 as the report's PDF */
export const readHandoverPdf: VerbApart<typeof declaration> = async ({ origin, input }) => {
  const { handover, clinic, nights } = await withCtx(origin, async (ctx) => {
    const made = await handoverOf(ctx, input)
    const { clinic_id, floor, from, until, items } = made.handover
    await recordAudit(ctx, { act: 'handover.pdf', clinic_id, detail: { floor, from, until, shown: items.length } })
    const ids = items.map(({ patient_id }) => patient_id)
    const shift = hoursOf(Temporal.Instant.from(from), Temporal.Instant.from(until), made.clinic.tz)
    return { ...made, nights: await nightsOf(ctx, ids, shift) }
  })
  const { tz, locale } = clinic
  const pdf = await makeHandoverPdf(handover, nights, { tz, locale })
  const name = handoverFileName(handover, tz)
  return new FileAnswer({ open: () => Readable.from([pdf]), name, type: 'application/pdf', bytes: pdf.length })
}
