import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AccountPage as Page } from '../sessions/account/account-page.tsx'
import { Panel } from '../shared/panel.tsx'
import { isStaff, useSession } from '../shared/session.ts'
import { deviceText } from '../users/user-words.ts'
import styles from './account-page.module.css'

/** The person's own account; the words for browsers, and the way to the own channels, are other parts' (DO-5). */
export function AccountPage() {
  const session = useSession()
  return (
    <Page browserText={deviceText}>
      {session && isStaff(session) && (
        <Panel title={m.account_channels_title()}>
          <div className={styles.accountChannels}>
            <p>{m.account_channels_help()}</p>
            <Button component={Link} to="/clinic/duty" variant="default">
              {m.account_channels_open()}
            </Button>
          </div>
        </Panel>
      )}
    </Page>
  )
}
