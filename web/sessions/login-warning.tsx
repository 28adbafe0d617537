import { IconAlertTriangle } from '../shared/icons.tsx'

export interface Warning {
  readonly title: string
  readonly message: string
}

/** What went wrong, in the portal's words (ER-1). */
export function LoginWarning({ title, message }: Warning) {
  return (
    <div className="login-warning" role="alert">
      <IconAlertTriangle size={20} stroke={1.6} aria-hidden />
      <div>
        <b>{title}</b>
        <p>{message}</p>
      </div>
    </div>
  )
}
