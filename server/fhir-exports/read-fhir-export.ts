import type { readFhirExport as declaration } from '@eupnea/contract/fhir-exports.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { StatedAnswer } from '../platform/stated-answer.ts'
import { addressOf } from './export-answers.ts'
import { keptHours, selectExport, selectFiles } from './fhir-exports.sql.ts'
import { outcome } from './outcome.ts'

/** When a program should ask again, s. */
const retryAfter = '2'

/** The state of the caller's own export: 202 while it runs, then its manifest; 500 when it failed (FH-1). @throws 404 */
export const readFhirExport =
  (baseUrl: () => string): Verb<typeof declaration> =>
  async ({ ctx, input: { export_id } }) => {
    const row = await selectExport(ctx, export_id)
    if (!row) throw notFound('export')
    if (row.error !== null)
      return new StatedAnswer({
        status: 500,
        headers: { 'content-type': 'application/fhir+json; charset=utf-8' },
        body: outcome('error', 'exception', row.error),
      }) as never
    if (row.ended_at === null)
      return new StatedAnswer({
        status: 202,
        headers: { 'x-progress': m.fhir_export_progress({ count: numberText(row.done) }), 'retry-after': retryAfter },
      }) as never
    const files = await selectFiles(ctx, export_id)
    await recordAudit(ctx, { act: 'fhir-export.read', detail: { export_id, files: files.length } })
    const expires = row.ended_at.add({ hours: keptHours })
    return new StatedAnswer({
      status: 200,
      headers: { expires: new Date(expires.epochMilliseconds).toUTCString(), 'content-type': 'application/json' },
      body: {
        transactionTime: row.started_at.round('millisecond').toString(),
        request: row.request,
        requiresAccessToken: true,
        output: files.map(({ no, type, count }) => ({
          type,
          url: `${addressOf(baseUrl, export_id)}/${no}.ndjson`,
          count,
        })),
        deleted: [],
        error: [],
      },
    }) as never
  }
