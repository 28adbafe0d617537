import type { Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { CopyField } from '../shared/copy-field.tsx'
import { IconAlertTriangle } from '../shared/icons.tsx'
import { hostOf } from './webhook-words.ts'
import styles from './webhooks.module.css'

interface SecretOnceProps {
  readonly webhook: Pick<Webhook, 'url'> & { readonly secret: string }
  readonly onClose: () => void
}

/** The secret of a webhook: shown this once, so nothing but its own button closes the dialog (AN-12). */
export function SecretOnce({ webhook, onClose }: SecretOnceProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={m.webhook_secret_title({ host: hostOf(webhook) })}
    >
      <div className={styles.webhookSecret}>
        <p className={styles.webhookWarning} role="status">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          {m.webhook_secret_warning()}
        </p>
        <CopyField label={m.webhook_secret_label()} copyLabel={m.webhook_secret_copy()} value={webhook.secret} />
        <p>{m.webhook_secret_saved()}</p>
        <Group justify="flex-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </Group>
      </div>
    </Modal>
  )
}
