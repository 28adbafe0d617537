import type { listFloors as declaration } from '@eupnea/contract/clinics.ts'
import { wholeList } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { clinicOf } from './clinic-of.ts'
import { countResidentsByFloor } from './clinics.sql.ts'

/**
 * Floors in the clinic's own order, and those found only on residents, each with the number of active residents (FA-1).
 * A floor's name is its id.
 */
export const listFloors: Verb<typeof declaration> = async ({ ctx, input }) => {
  const clinic = await clinicOf(ctx, input.clinic_id)
  const rows = await countResidentsByFloor(ctx, clinic.id)
  const counts = new Map(rows.map(({ floor, residents }) => [floor ?? '', residents]))
  const floorOf = (name: string) => ({ floor_id: name, name, residents: counts.get(name) ?? 0 })
  const unlisted = [...counts.keys()].filter((floor) => floor !== '' && !clinic.floors.includes(floor)).toSorted()
  return { ...wholeList(clinic.floors.map(floorOf)), unlisted: unlisted.map(floorOf) }
}
