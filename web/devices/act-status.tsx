import { deviceActStatus } from '@eupnea/contract/messages.ts'

interface ActStatusProps {
  readonly isPending: boolean
  readonly hasFailed: boolean
}

/** How adding, replacing or removing a device goes, until a pop-up says that it is done (DE-2). */
export function ActStatus({ isPending, hasFailed }: ActStatusProps) {
  return (
    <p className="form-note" role="status">
      {isPending ? deviceActStatus.wait : hasFailed ? deviceActStatus.error : ''}
    </p>
  )
}
