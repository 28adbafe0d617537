import { type NotificationKind, notificationKinds } from '@eupnea/contract/notification-kinds.ts'
import { kindsField } from '@eupnea/contract/receivers.fields.ts'
import { Checkbox } from '@mantine/core'
import { type Line, linesOf } from '../form/lines.ts'
import styles from './receivers.module.css'

export type KindLabels = Readonly<Record<NotificationKind, () => string>>

interface KindsChoiceProps {
  readonly value: readonly Line[]
  readonly onChange: (kinds: readonly Line[]) => void
  readonly labels: KindLabels
}

/** Types of notifications to tick. */
export function KindsChoice({ value, onChange, labels }: KindsChoiceProps) {
  return (
    <Checkbox.Group
      label={kindsField.label()}
      description={kindsField.help()}
      value={value.map(({ text }) => text)}
      onChange={(kinds) => onChange(linesOf(kinds))}
      data-field="kinds"
    >
      <div className={styles.receiverKinds}>
        {notificationKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={labels[kind]()} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
