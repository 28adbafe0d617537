import { endOtherSessions, endOwnSession, readAccount } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useSend } from '../../shared/api.ts'
import { whenText } from '../../shared/form/local-time.ts'
import { Panel } from '../../shared/panel.tsx'
import { sayDone, sayFailed } from '../../shared/say-done.tsx'
import styles from './account.module.css'

interface OwnSessionsProps {
  readonly sessions: CallOutput<typeof readAccount>['sessions']
  readonly browserText: (userAgent: string | null) => string
}

/** Where the person is signed in, each with an end. */
export function OwnSessions({ sessions, browserText }: OwnSessionsProps) {
  const invalidates = [readAccount]
  const ending = useSend(endOwnSession, {
    invalidates,
    onSuccess: () => sayDone(m.account_session_end_done()),
    onError: sayFailed,
  })
  const endingOthers = useSend(endOtherSessions, {
    invalidates,
    onSuccess: () => sayDone(m.account_sessions_end_others_done()),
    onError: sayFailed,
  })
  return (
    <Panel
      title={m.account_sessions_title()}
      aside={
        sessions.length > 1 && (
          <Button
            size="compact-md"
            variant="default"
            loading={endingOthers.isPending}
            onClick={() => endingOthers.mutate({})}
          >
            {m.account_sessions_end_others()}
          </Button>
        )
      }
    >
      <div className={styles.accountPart}>
        <p>{sessions.length > 1 ? m.account_sessions_help() : m.account_sessions_alone()}</p>
        <ul className={styles.accountList}>
          {sessions.map(({ id, address, user_agent, is_current, began_at, used_at }) => (
            <li key={id} className={styles.accountRow}>
              <span>
                {browserText(user_agent)}
                <small>{m.account_session_from({ address: address ?? '–', time: whenText(began_at) })}</small>
                <small>{m.account_session_used({ time: whenText(used_at) })}</small>
              </span>
              {is_current ? (
                <em>{m.account_session_current()}</em>
              ) : (
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={m.account_session_end_label({ browser: browserText(user_agent) })}
                  loading={ending.isPending && ending.variables.session_id === id}
                  onClick={() => ending.mutate({ session_id: id })}
                >
                  {m.account_session_end()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
