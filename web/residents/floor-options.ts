import type { Clinic } from '@eupnea/contract/clinics.ts'
import { floorText } from '../shared/words.ts'

/** A clinic's floors as filter options. */
export const floorOptions = ({ floors }: Pick<Clinic, 'floors'>) =>
  floors.map((floor) => ({ value: floor, label: floorText(floor) }))
