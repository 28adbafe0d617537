import type { Clinic } from '@eupnea/contract/clinics.ts'
import { floorText } from '../shared/words.ts'

/** The facility's floors, to choose from. */
export const floorChoices = ({ floors }: Pick<Clinic, 'floors'>) =>
  floors.map((floor) => ({ value: floor, label: floorText(floor) }))
