import { describeError } from '../api-error.ts'
import { IconAlertTriangle } from '../icons.tsx'
import './form.css'

interface RefusalProps {
  readonly error: unknown
  /** a warning rather than an error (specification section 8) */
  readonly isWarning?: boolean | undefined
}

/** Why the portal refused, above the buttons of a form or dialog. */
export function Refusal({ error, isWarning }: RefusalProps) {
  const { title, message } = describeError(error)
  return (
    <div className="refusal" data-warning={isWarning} role="alert">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <div>
        <b>{title}</b>
        <p>{message}</p>
      </div>
    </div>
  )
}
