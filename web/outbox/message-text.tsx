import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { ResendMessage } from './resend-message.tsx'
import './outbox.css'

/** What a message says, why it was not sent, and another try. */
export function MessageText({ message }: { readonly message: OutboxMessage }) {
  const { status, text, failure } = message
  return (
    <div className="outbox-text">
      {failure && <p className="outbox-failure">{m.outbox_failure({ failure })}</p>}
      {text === null ? (
        <p className="table-sub">{status === 'merged' ? m.outbox_merged_help() : m.outbox_dropped_help()}</p>
      ) : (
        <pre>{text}</pre>
      )}
      {(status === 'failed' || status === 'kept') && <ResendMessage message={message} />}
    </div>
  )
}
