import type { CallInput } from '@eupnea/contract/call.ts'
import type { listFhirPatients as declaration, FhirBundle } from '@eupnea/contract/observations.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { patientResource, searchSet } from './fhir-shapes.ts'
import { selectPatients } from './observations.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Residents in the caller's scope as FHIR patients, so that an EHR can match observations to them (EH-2). */
export function listFhirPatients(baseUrl: () => string) {
  return async ({ ctx, input }: Given): Promise<FhirBundle> => {
    const { _count: count, page, _id, identifier, organization } = input
    const filter = {
      ...(_id !== undefined && { id: _id }),
      ...(identifier !== undefined && { mr_no: identifier.split('|').at(-1)! }),
      ...(organization !== undefined && { clinic_id: organization }),
    }
    const { rows, total } = await selectPatients(ctx, filter, { offset: (page - 1) * count, limit: count })
    await recordAuditOfRows(ctx, rows, {
      act: 'observation.list-patients',
      clinic_id: organization,
      detail: { page, shown: rows.length },
    })
    const asked = Object.entries({ _id, identifier, organization, _count: String(count) })
    const query = new URLSearchParams(asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    return searchSet({
      ...{ base: `${baseUrl()}/api/fhir`, path: 'Patient', query, page, total, hasNext: page * count < total },
      resources: rows.map(patientResource),
    })
  }
}
