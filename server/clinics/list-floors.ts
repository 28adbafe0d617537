import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listFloors as declaration } from '@eupnea/contract/clinics.ts'
import type { Ctx } from '../platform/context.ts'
import { wholeList } from '../platform/paging.ts'
import { clinicOf } from './clinic-of.ts'
import { countResidentsByFloor } from './clinics.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Floors in the clinic's own order, and those found only on residents, each with the number of active residents (FA-1).
 * A floor's name is its id.
 */
export async function listFloors({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const clinic = await clinicOf(ctx, input.clinic_id)
  const rows = await countResidentsByFloor(ctx, clinic.id)
  const counts = new Map(rows.map(({ floor, residents }) => [floor ?? '', residents]))
  const floorOf = (name: string) => ({ floor_id: name, name, residents: counts.get(name) ?? 0 })
  const unlisted = [...counts.keys()].filter((floor) => floor !== '' && !clinic.floors.includes(floor)).toSorted()
  return { ...wholeList(clinic.floors.map(floorOf)), unlisted: unlisted.map(floorOf) }
}
