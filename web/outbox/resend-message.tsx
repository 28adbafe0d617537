import { listMessages, type OutboxMessage, resendMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { messageTitle, recipientText } from './message-state.tsx'

/** Tries a message again that failed, or that was kept before there was a gateway. */
export function ResendMessage({ message }: { readonly message: OutboxMessage }) {
  const resend = useSend(resendMessage, {
    invalidates: [listMessages],
    onSuccess: (sent) =>
      sayDone({
        title: m.outbox_title(),
        message: m.outbox_resend_done({ message: messageTitle(message), recipient: recipientText(sent) }),
      }),
    onError: sayFailed,
  })
  return (
    <div>
      <Button
        size="compact-md"
        variant="default"
        loading={resend.isPending}
        onClick={() => resend.mutate({ message_id: message.id })}
      >
        {m.outbox_resend()}
      </Button>
    </div>
  )
}
