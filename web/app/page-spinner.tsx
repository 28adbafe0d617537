import { m } from '@eupnea/texts'
import { Loader } from '@mantine/core'
import './page-spinner.css'

/** Shown while the session or a page loads (SH-2). */
export function PageSpinner() {
  return (
    <div className="page-spinner" role="status">
      <Loader aria-hidden />
      <span className="visually-hidden">{m.common_loading()}</span>
    </div>
  )
}
