import type { CallInput } from '@eupnea/contract/call.ts'
import type { startFhirExport as declaration } from '@eupnea/contract/fhir-exports.ts'
import { covers, type FhirType, fhirTypes } from '@eupnea/contract/rules/fhir-scope.ts'
import { m } from '@eupnea/texts'
import { recordAudits } from '../audit/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { forbidden, notFound, PortalError, refusedInput } from '../platform/errors.ts'
import { isBefore } from '../platform/period.ts'
import { StatedAnswer } from '../platform/stated-answer.ts'
import { addressOf } from './export-answers.ts'
import { countRunning, insertExport, selectClinics } from './fhir-exports.sql.ts'
import { outcome } from './outcome.ts'

type Level = '$export' | 'Patient/$export' | 'Group'
type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> & { readonly clinic_id?: string } }

/** Running at a time, per program or person. */
const mostRunning = 3

const badValue = (field: string, message: string) => refusedInput([{ field, code: 'invalid', message }], true)

/** What a patient's or a facility's export holds; the whole system's also has the facility, rooms and sensors. */
const typesOf: Readonly<Record<Level, readonly FhirType[]>> = {
  $export: fhirTypes,
  'Patient/$export': ['Patient', 'Observation'],
  Group: ['Patient', 'Observation'],
}

/**
 * Starts a bulk export of what the caller may read now (FH-1).
 * @throws 400, also without `Prefer: respond-async`; 403 for types beyond the scopes, 404 for an unknown facility, 429
 */
export const beginExport =
  (baseUrl: () => string, level: Level) =>
  async ({ origin, input }: Given) => {
    const prefer = origin.header?.('prefer') ?? ''
    if (!prefer.split(/[,;]/).some((one) => one.trim().toLowerCase() === 'respond-async'))
      throw badValue('Prefer', m.fhir_export_prefer())
    const { _type, _since, clinic_id } = input
    const since = _since === undefined ? null : Temporal.Instant.from(_since)
    if (since && isBefore(Temporal.Now.instant(), since)) throw badValue('_since', m.fhir_export_since_future())
    const offered = typesOf[level]
    const named = _type?.split(',').map((one) => one.trim())
    if (named?.some((one) => !offered.includes(one as FhirType)))
      throw badValue('_type', m.fhir_export_type_unknown({ types: offered.join(', ') }))
    const { actor } = origin
    const mayRead = (type: FhirType) => actor.type !== 'service-account' || covers(actor.scopes, `${type}.s`)
    const types = named ? offered.filter((type) => named.includes(type)) : offered.filter(mayRead)
    if (types.length === 0 || !types.every(mayRead)) throw forbidden()

    const { id } = await withCtx(origin, async (ctx) => {
      const clinic_ids = await selectClinics(ctx, clinic_id)
      if (clinic_id !== undefined && clinic_ids.length === 0) throw notFound('facility')
      if ((await countRunning(ctx)) >= mostRunning)
        throw new PortalError(429, 'too_many_exports', m.fhir_export_too_many(), { retryAfter: 60 })
      const query = new URLSearchParams(
        Object.entries(input).flatMap(([name, value]) =>
          value === undefined || name === 'clinic_id' ? [] : [[name, value]],
        ),
      )
      const path = level === 'Group' ? `Group/${clinic_id}/$export` : level
      const request = `${baseUrl()}/api/fhir/${path}${query.size > 0 ? `?${query}` : ''}`
      const row = await insertExport(ctx, { request, clinic_ids, types, since, doing: types[0]! })
      const detail = { export_id: row.id, types, since: _since }
      const clinics = clinic_ids.length > 0 ? clinic_ids : [null]
      await recordAudits(
        ctx,
        clinics.map((of) => ({ act: 'fhir-export.start', clinic_id: of, detail })),
      )
      await ctx.emit({ type: 'fhir_export_started' })
      return row
    })
    return new StatedAnswer({
      status: 202,
      headers: { 'content-location': addressOf(baseUrl, id) },
      body: outcome('information', 'informational', m.fhir_export_started()),
    }) as never
  }
