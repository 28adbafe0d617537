import { disableWebhook, enableWebhook, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { Menu } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import {
  IconActivity,
  IconCircleCheck,
  IconCircleOff,
  IconDots,
  IconKey,
  IconListSearch,
  IconTrash,
} from '../shared/icons.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import tableStyles from '../shared/table/table.module.css'
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
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      c={act === 'delete' ? 'var(--danger)' : undefined}
      onClick={() => onAct(webhook, act)}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={210} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={tableStyles.tableAct}
          aria-label={m.common_actions_label({ name: hostOf(webhook) })}
        >
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('test', m.webhook_test(), IconActivity)}
        {item('deliveries', m.webhook_deliveries(), IconListSearch)}
        {item('rotate', m.webhook_rotate(), IconKey)}
        {active ? (
          <Menu.Item leftSection={<IconCircleOff size={16} aria-hidden />} onClick={() => disabling.mutate({ id })}>
            {m.webhook_disable()}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={() => enabling.mutate({ id })}>
            {m.webhook_enable()}
          </Menu.Item>
        )}
        {item('delete', m.common_delete(), IconTrash)}
      </Menu.Dropdown>
    </Menu>
  )
}
