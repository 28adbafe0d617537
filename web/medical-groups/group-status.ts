import { m } from '@eupnea/texts'

/** How far an add, an update or an assignment is (MG-1). */
export type GroupStatus = 'loading' | 'success' | null

export const statusText = (status: GroupStatus): string =>
  status === 'loading' ? m.medical_group_saving() : status === 'success' ? m.medical_group_saved() : ''

/** @param work a mutation; before it and after a failure there is no status */
export const statusOf = ({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): GroupStatus =>
  isPending ? 'loading' : isSuccess ? 'success' : null
