import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { webhookFields } from '@eupnea/contract/webhooks.fields.ts'
import { createWebhook, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { KindsChoice } from '../shared/receivers/kinds-choice.tsx'
import type { ReceiversOfClinic } from '../shared/receivers/receivers-panel.tsx'
import { SecretOnce } from './secret-once.tsx'

interface AddWebhookProps extends ReceiversOfClinic {
  readonly onClose: () => void
}

type MadeWebhook = Webhook & { readonly secret: string }

/** Adds a webhook to a clinic and shows its secret (AN-12). */
export function AddWebhook(props: AddWebhookProps) {
  const [made, setMade] = useState<MadeWebhook | null>(null)
  // The form goes once it is sent: what is kept of an interrupted one is still to be sent.
  return made ? <SecretOnce webhook={made} onClose={props.onClose} /> : <NewWebhook {...props} onMade={setMade} />
}

function NewWebhook({
  clinic,
  kindLabels,
  onClose,
  onMade,
}: AddWebhookProps & { readonly onMade: (made: MadeWebhook) => void }) {
  const form = useRecordForm(webhookFields, noRules, null, null, `new webhook of ${clinic.id}`)
  const addition = useSend(createWebhook, {
    invalidates: [listWebhooks],
    onSuccess: onMade,
    onError: form.refuse,
  })
  return (
    <RecordDialog
      form={form}
      title={m.webhook_add()}
      act={m.webhook_add_act()}
      isPending={addition.isPending}
      note={<p>{m.webhook_add_note({ clinic: clinic.name })}</p>}
      controls={{ kinds: (field) => <KindsChoice {...field} labels={kindLabels} /> }}
      onSubmit={() => {
        const { url = '', kinds = [] } = form.changes
        addition.mutate({ clinic_id: clinic.id, url, kinds: kinds as NotificationKind[] })
      }}
      onClose={onClose}
    />
  )
}
