import { type Resident, residentStatus, undoResidentStatus } from '@eupnea/contract/residents.ts'
import { send } from '../shared/api.ts'
import { refreshingResidents } from './resident-answers.ts'

/** What can be done to a resident; each action opens a dialog or the form. */
export type ResidentAct =
  | 'edit'
  | 'flag'
  | 'assign'
  | 'remove'
  | 'leave'
  | 'endLeave'
  | 'discharge'
  | 'readmit'
  | 'delete'
  | 'undelete'

const { active, discharged } = residentStatus

/** What a resident's current state allows (RE-4, PL-6). */
export function actsOn({
  status,
  device_id,
  leave,
}: Pick<Resident, 'status' | 'device_id' | 'leave'>): readonly ResidentAct[] {
  const link = device_id ? 'remove' : 'assign'
  if (status === active)
    return ['edit', 'flag', link, 'leave', ...(leave ? (['endLeave'] as const) : []), 'discharge', 'delete']
  return status === discharged ? ['edit', 'flag', 'readmit', 'delete'] : ['undelete']
}

/** Undoes a discharge or deletion, entirely or not at all. @param resident as before it */
export const bringBack = (
  { patient_id, device_id, status }: Pick<Resident, 'patient_id' | 'device_id' | 'status'>,
  words: string,
): Promise<string> =>
  refreshingResidents(async () => {
    const before = status === discharged ? { status } : { status: active, ...(device_id && { device_id }) }
    await send(undoResidentStatus, { patient_id, ...before })
    return words
  })
