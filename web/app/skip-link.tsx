import { m } from '@eupnea/texts'
import styles from './skip-link.module.css'

/** For the keyboard: past everything that each page begins with. */
export const SkipLink = () => (
  <a className={styles.skipLink} href="#main">
    {m.app_skip_to_content()}
  </a>
)
