import type { removeEhrConnection as declaration } from '@eupnea/contract/ehr-import.ts'
import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf, setEhrStatus } from '../clinics/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteConnection } from './connections.sql.ts'
import { deleteLinks } from './links.sql.ts'
import { selectUnfinishedRun } from './runs.sql.ts'

/** Removes the EHR's address and secrets; residents stay unchanged. @throws 404, 409 */
export const removeEhrConnection: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  if (await selectUnfinishedRun(ctx, clinic_id)) throw conflict('import_under_way', m.ehr_import_under_way())
  if (!(await deleteConnection(ctx, clinic_id))) return {}
  await deleteLinks(ctx, clinic_id)
  await setEhrStatus(ctx, clinic_id, ehrStatusOf.none)
  await recordAudit(ctx, { act: 'ehr-import.disconnect', clinic_id })
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return {}
}
