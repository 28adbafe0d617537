import { disableWebhook, enableWebhook, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useSend } from '../shared/api.ts'
import { IconActivity, IconCircleCheck, IconCircleOff, IconKey, IconListSearch, IconTrash } from '../shared/icons.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { hostOf } from './webhook-words.ts'

export type WebhookAct = 'test' | 'deliveries' | 'rotate' | 'delete'

interface WebhookMenuProps {
  readonly webhook: Webhook
  readonly onAct: (webhook: Webhook, act: WebhookAct) => void
}

/** What can be done to a webhook. */
export function WebhookMenu({ webhook, onAct }: WebhookMenuProps) {
  const { id, active } = webhook
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
  const item = (act: WebhookAct, label: string, Icon: typeof IconKey) => (
    <ActItem Icon={Icon} isDanger={act === 'delete'} onClick={() => onAct(webhook, act)}>
      {label}
    </ActItem>
  )
  return (
    <ActMenu label={m.common_actions_label({ name: hostOf(webhook) })}>
      {item('test', m.webhook_test(), IconActivity)}
      {item('deliveries', m.webhook_deliveries(), IconListSearch)}
      {item('rotate', m.webhook_rotate(), IconKey)}
      {active ? (
        <ActItem Icon={IconCircleOff} onClick={() => disabling.mutate({ id })}>
          {m.webhook_disable()}
        </ActItem>
      ) : (
        <ActItem Icon={IconCircleCheck} onClick={() => enabling.mutate({ id })}>
          {m.webhook_enable()}
        </ActItem>
      )}
      {item('delete', m.common_delete(), IconTrash)}
    </ActMenu>
  )
}
