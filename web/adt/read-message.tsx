import { type AdtMessage, dismissAdtMessage, listAdtMessages, retryAdtMessage } from '@eupnea/contract/adt.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { useWhileHere } from '../shared/while-here.ts'
import styles from './adt.module.css'

interface ReadMessageProps {
  readonly message: AdtMessage
  readonly onClose: () => void
}

/** A message that needs a person, with what it says, and the ways to settle it (EH-5). */
export function ReadMessage({ message, onClose }: ReadMessageProps) {
  const { id, control_id, state, content } = message
  const [reason, setReason] = useState(message.reason)
  const close = useWhileHere(onClose)
  const retry = useSend(retryAdtMessage, {
    invalidates: [listAdtMessages],
    onSuccess: (now) => {
      setReason(now.reason)
      if (now.state !== 'applied') return
      sayDone(m.adt_retry_done())
      close()
    },
  })
  const dismissal = useSend(dismissAdtMessage, {
    invalidates: [listAdtMessages],
    onClose,
    onSuccess: () => sayDone(m.adt_dismiss_done()),
    onError: sayFailed,
  })
  const isWaiting = state === 'waiting'
  return (
    <FormDialog
      title={m.adt_read_title({ number: control_id })}
      act={isWaiting ? m.adt_take() : m.adt_retry()}
      error={retry.error}
      isPending={retry.isPending}
      onAct={() => retry.mutate({ id, take: isWaiting })}
      onClose={onClose}
    >
      <p role="status">{reason}</p>
      <pre className={styles.adtContent}>{content}</pre>
      <p>{m.adt_dismiss_note()}</p>
      <div>
        <Button variant="default" loading={dismissal.isPending} onClick={() => dismissal.mutate({ id })}>
          {m.adt_dismiss()}
        </Button>
      </div>
    </FormDialog>
  )
}
