import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { timeIn } from '../shared/form/local-time.ts'
import { timeInput } from '../shared/form/time-input.ts'
import { now } from '../shared/time.ts'
import { snoozeChoices, snoozeEnd } from './notification-words.ts'
import type { SnoozeProps } from './snooze-button.tsx'

interface SnoozeUntilProps extends Pick<SnoozeProps, 'severity' | 'zone' | 'onSnooze'> {
  readonly onClose: () => void
}

/** Any end by the facility's clock, within what the severity allows (AN-6). */
export function SnoozeUntil({ severity, zone, onSnooze, onClose }: SnoozeUntilProps) {
  const [time, setTime] = useState(() => timeIn(zone, now() + snoozeChoices[severity][0] * 60_000))
  const [fault, setFault] = useState('')

  function submit() {
    const until = snoozeEnd(time, zone, severity, now())
    if (until === null)
      return setFault(severity === 'danger' ? m.notification_snooze_danger() : m.notification_snooze_too_long())
    onSnooze(until)
    onClose()
  }

  return (
    <FormDialog
      title={m.notification_snooze_until_title()}
      act={m.notification_snooze()}
      isPending={false}
      onAct={submit}
      onClose={onClose}
    >
      <TextInput
        {...timeInput('time', time)}
        label={m.notification_snooze_until_label()}
        error={fault || undefined}
        onChange={(event) => {
          setTime(event.currentTarget.value)
          setFault('')
        }}
        data-autofocus
      />
    </FormDialog>
  )
}
