import type { Clinic } from '@eupnea/contract/clinics.ts'
import { floorText } from '../shared/words.ts'

/** The floors of a clinic as a filter offers them. */
export const floorOptions = ({ floors }: Pick<Clinic, 'floors'>) =>
  floors.map((floor) => ({ value: floor, label: floorText(floor) }))
