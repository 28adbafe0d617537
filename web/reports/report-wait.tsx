import { m } from '@eupnea/texts'
import { Loader } from '@mantine/core'
import { clsx } from 'clsx'
import statesStyles from '../shared/states.module.css'
import styles from './reports.module.css'

/** Shown while a report is being fetched (RP-4). */
export function ReportWait() {
  return (
    <div className={clsx(statesStyles.state, styles.reportWait)} role="status">
      <Loader size="sm" aria-hidden />
      <p className={statesStyles.stateTitle}>{m.report_fetching()}</p>
    </div>
  )
}
