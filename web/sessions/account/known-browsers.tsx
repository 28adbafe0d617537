import { forgetBrowser, readAccount } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useSend } from '../../shared/api.ts'
import { whenText } from '../../shared/form/local-time.ts'
import { Panel } from '../../shared/panel.tsx'
import { sayDone, sayFailed } from '../../shared/say-done.tsx'
import { Empty } from '../../shared/states.tsx'
import styles from './account.module.css'

interface KnownBrowsersProps {
  readonly browsers: CallOutput<typeof readAccount>['browsers']
  readonly browserText: (userAgent: string | null) => string
}

/** Browsers that strangers' wrong guesses don't stop (DO-4), each to be forgotten. */
export function KnownBrowsers({ browsers, browserText }: KnownBrowsersProps) {
  const forgetting = useSend(forgetBrowser, {
    invalidates: [readAccount],
    onSuccess: () => sayDone(m.account_browser_forget_done()),
    onError: sayFailed,
  })
  return (
    <Panel title={m.account_browsers_title()}>
      <div className={styles.accountPart}>
        <p>{m.account_browsers_help()}</p>
        {browsers.length === 0 && <Empty title={m.account_browsers_none()} />}
        <ul className={styles.accountList}>
          {browsers.map(({ id, address, user_agent, is_current, used_at }) => (
            <li key={id} className={styles.accountRow}>
              <span>
                {browserText(user_agent)}
                <small>{m.account_session_from({ address: address ?? '–', time: whenText(used_at) })}</small>
              </span>
              {is_current && <em>{m.account_browser_current()}</em>}
              <Button
                size="compact-md"
                variant="default"
                aria-label={m.account_browser_forget_label({ browser: browserText(user_agent) })}
                loading={forgetting.isPending && forgetting.variables.browser_id === id}
                onClick={() => forgetting.mutate({ browser_id: id })}
              >
                {m.account_browser_forget()}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
