import { disableWebhook, enableWebhook, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { ActItem } from '../shared/act-menu.tsx'
import { useSend } from '../shared/api.ts'
import { IconCircleCheck, IconCircleOff, IconKey } from '../shared/icons.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { RotateSecret } from './rotate-secret.tsx'

interface WebhookActsProps {
  readonly of: Webhook
  readonly onOpen: (dialog: typeof RotateSecret) => void
}

/** What can be done with a webhook and with no other system. */
export function WebhookActs({ of: { id, active }, onOpen }: WebhookActsProps) {
  const enabling = useSend(enableWebhook, {
    invalidates: [listWebhooks],
    onSuccess: () => sayDone(m.webhook_enable_done()),
    onError: sayFailed,
  })
  const disabling = useSend(disableWebhook, {
    invalidates: [listWebhooks],
    onSuccess: () => sayDone(m.webhook_disable_done()),
    onError: sayFailed,
  })
  return (
    <>
      <ActItem Icon={IconKey} onClick={() => onOpen(RotateSecret)}>
        {m.webhook_rotate()}
      </ActItem>
      {active ? (
        <ActItem Icon={IconCircleOff} onClick={() => disabling.mutate({ id })}>
          {m.webhook_disable()}
        </ActItem>
      ) : (
        <ActItem Icon={IconCircleCheck} onClick={() => enabling.mutate({ id })}>
          {m.webhook_enable()}
        </ActItem>
      )}
    </>
  )
}
