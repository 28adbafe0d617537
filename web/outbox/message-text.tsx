import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { ResendMessage } from './resend-message.tsx'
import './outbox.css'

/** What a message says, why it was not sent, and another try. */
export function MessageText({ message }: { readonly message: OutboxMessage }) {
  const { status, text, failure } = message
  return (
    <div className="outbox-text">
      {failure && <p className="outbox-failure">The gateway said: {failure}</p>}
      {text === null ? (
        <p className="table-sub">
          {status === 'merged'
            ? 'It went out as part of a message that stands for several.'
            : 'The text was dropped when the message was sent, for it may have held a code.'}
        </p>
      ) : (
        <pre>{text}</pre>
      )}
      {(status === 'failed' || status === 'kept') && <ResendMessage message={message} />}
    </div>
  )
}
