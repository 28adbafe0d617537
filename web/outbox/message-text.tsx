import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import tableStyles from '../shared/table/table.module.css'
import styles from './outbox.module.css'
import { ResendMessage } from './resend-message.tsx'

/** What a message says, why it was not sent, and another try. */
export function MessageText({ message }: { readonly message: OutboxMessage }) {
  const { status, text, failure } = message
  return (
    <div className={styles.outboxText}>
      {failure && <p className={styles.outboxFailure}>{m.outbox_failure({ failure })}</p>}
      {text === null ? (
        <p className={tableStyles.tableSub}>{status === 'merged' ? m.outbox_merged_help() : m.outbox_dropped_help()}</p>
      ) : (
        <pre>{text}</pre>
      )}
      {(status === 'failed' || status === 'kept') && <ResendMessage message={message} />}
    </div>
  )
}
