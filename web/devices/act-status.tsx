import { m } from '@eupnea/texts'
import formStyles from '../shared/form/form.module.css'

interface ActStatusProps {
  readonly isPending: boolean
  readonly hasFailed: boolean
}

/** How adding, replacing or removing a device goes, until a pop-up says that it is done (DE-2). */
export function ActStatus({ isPending, hasFailed }: ActStatusProps) {
  return (
    <p className={formStyles.formNote} role="status">
      {isPending ? m.device_act_wait() : hasFailed ? m.device_act_error() : ''}
    </p>
  )
}
