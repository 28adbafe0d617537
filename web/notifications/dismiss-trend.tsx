import { dismissTrend } from '@eupnea/contract/trends.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { DismissButton } from './dismiss-button.tsx'
import { notificationAnswers } from './use-notification-acts.ts'

interface DismissTrendProps {
  readonly id: string
  /** of the notification */
  readonly name: string
}

const longest = 500

/** The button and its dialog, which is open at first: it is fetched by pressing the button. */
export function DismissTrend(props: DismissTrendProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <DismissButton name={props.name} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <Question {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks for a reason, then ends a notification about changed breathing (WA-12). */
function Question({ id, name, onClose }: DismissTrendProps & { readonly onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const dismissal = useSend(dismissTrend, {
    invalidates: notificationAnswers,
    onClose,
    onSuccess: () => sayDone(m.trend_dismiss_done()),
  })
  return (
    <FormDialog
      title={m.trend_dismiss_title({ notification: name })}
      act={m.trend_dismiss()}
      error={dismissal.error}
      isPending={dismissal.isPending}
      onAct={() => (reason.trim() === '' ? setMissing(true) : dismissal.mutate({ id, reason }))}
      onClose={onClose}
    >
      <p>{m.trend_dismiss_help()}</p>
      <TextInput
        label={m.trend_reason_label()}
        placeholder={m.trend_reason_hint()}
        maxLength={longest}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
        error={isMissing ? m.trend_reason_required() : undefined}
        data-autofocus
      />
    </FormDialog>
  )
}
