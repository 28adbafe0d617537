import { readAccount } from '@eupnea/contract/account.ts'
import { m } from '@eupnea/texts'
import type { ReactNode } from 'react'
import { useCall } from '../../shared/api.ts'
import { Answer } from '../../shared/panel.tsx'
import adminPageStyles from '../../shared/table/admin-page.module.css'
import { ChangePassword } from './change-password.tsx'
import { KnownBrowsers } from './known-browsers.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { Passkeys } from './passkeys.tsx'
import { TwoStep } from './two-step.tsx'

interface AccountPageProps {
  readonly browserText: (userAgent: string | null) => string
  readonly children?: ReactNode
}

/** A person's own account: password, where they are signed in, known browsers (DO-5). */
export function AccountPage({ browserText, children }: AccountPageProps) {
  const query = useCall(readAccount, {})
  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.account_title()}</h1>
      </div>
      <Answer query={query} label={m.account_loading()} isEmpty={() => false} empty={null}>
        {(account) => (
          <>
            <ChangePassword email={account.email} hasPassword={account.has_password} />
            <Passkeys passkeys={account.passkeys} />
            <TwoStep twoStep={account.two_step} hasPasskey={account.passkeys.length > 0} />
            <OwnSessions sessions={account.sessions} browserText={browserText} />
            <KnownBrowsers browsers={account.browsers} browserText={browserText} />
          </>
        )}
      </Answer>
      {!query.isPending && children}
    </div>
  )
}
