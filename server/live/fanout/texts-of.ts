import type { LiveMessage } from '@eupnea/contract/live.ts'
import { type Bed, rrMessageOf } from '../bed/bed.ts'

export interface Text {
  readonly deviceId: string
  readonly text: string
}

/** Of a device that is gone there are no numbers: they would say that it is there. */
export function textsOf(numbers: readonly Bed[], scores: readonly Bed[]): Text[] {
  const texts: Text[] = []
  for (const bed of numbers)
    if (bed.online && bed.ts !== null) texts.push({ deviceId: bed.place.id, text: JSON.stringify(rrMessageOf(bed)) })
  for (const bed of scores) texts.push({ deviceId: bed.place.id, text: JSON.stringify(scoreMessageOf(bed)) })
  return texts
}

const scoreMessageOf = (bed: Bed): LiveMessage => ({
  action: 'r_score',
  device_id: bed.place.id,
  r_score: bed.score,
})
