import { acknowledgeNotification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { send } from '../shared/api.ts'
import { tellTabs } from '../shared/other-tabs.ts'
import { ActOnMany } from '../shared/table/act-on-many.tsx'
import type { Chosen } from '../shared/table/table-features.ts'
import { seenOf } from './row-key.ts'
import { notificationAnswers } from './use-notification-acts.ts'

interface AcknowledgeManyProps {
  readonly chosen: Chosen
  readonly onClose: () => void
  readonly onDone: (ids: readonly string[]) => void
}

/** The first to acknowledge one wins here too (AL-7). */
export function AcknowledgeMany({ onDone, ...of }: AcknowledgeManyProps) {
  return (
    <ActOnMany
      {...of}
      title={m.notification_acknowledge_many_title}
      act={m.notification_acknowledge()}
      answers={notificationAnswers}
      done={m.notification_acknowledge_many_done()}
      onOne={(key) => send(acknowledgeNotification, seenOf(key))}
      onDone={(ids) => {
        tellTabs('notifications')
        onDone(ids)
      }}
    >
      <p>{m.notification_acknowledge_many_effect()}</p>
    </ActOnMany>
  )
}
