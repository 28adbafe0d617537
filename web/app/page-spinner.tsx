import { m } from '@eupnea/texts'
import { Loader } from '@mantine/core'
import styles from './page-spinner.module.css'

/** Shown while the session or a page loads (SH-2). */
export function PageSpinner() {
  return (
    <div className={styles.pageSpinner} role="status">
      <Loader aria-hidden />
      <span className="visually-hidden">{m.common_loading()}</span>
    </div>
  )
}
