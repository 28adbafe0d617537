import { m } from '@eupnea/texts'
import type { ClinicFacts } from '../clinics/index.ts'
import { refused } from '../platform/errors.ts'

/** @throws 422 field `floor` when the facility doesn't have that floor */
export function refuseUnknownFloor({ floors }: ClinicFacts, floor: string | null): void {
  if (floor !== null && !floors.includes(floor)) throw refused('floor', m.display_floor_unknown())
}
