import { allows } from '@eupnea/contract/access.ts'
import {
  type AdtMessage,
  listAdtMessages,
  readAdtSender,
  removeAdtSender,
  saveAdtSender,
} from '@eupnea/contract/adt.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useCall } from '../shared/api.ts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { IconPlugConnectedX } from '../shared/icons.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import rowStyles from '../shared/panel-rows.module.css'
import { useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'
import styles from './adt.module.css'
import { eventText, stateWords } from './adt-words.ts'
import { EditSender } from './edit-sender.tsx'
import { ReadMessage } from './read-message.tsx'

const refreshMs = 10_000
const shown = 20

/** ADT messages of a facility: who sends them, and those that need a person (EH-5). */
export function ClinicAdt({ clinic }: { readonly clinic: Clinic }) {
  const session = useSession()
  const mayChange = session !== null && allows(saveAdtSender.access, session)
  const query = useCall(readAdtSender, { clinic_id: clinic.id })
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const sender = query.data?.sender ?? null
  const port = query.data?.port ?? null
  const buttons = sender && mayChange && (
    <div className={rowStyles.panelRowActs}>
      <Button size="compact-md" variant="default" onClick={() => setOpen('edit')}>
        {m.common_edit()}
      </Button>
      <ActMenu label={m.common_actions_label({ name: sender.sender_name })}>
        <ActItem Icon={IconPlugConnectedX} isDanger onClick={() => setOpen('remove')}>
          {m.adt_disconnect()}
        </ActItem>
      </ActMenu>
    </div>
  )
  return (
    <Panel title={m.adt_title()} note={sender?.sender_name ?? m.adt_note()} aside={buttons}>
      {query.data && (
        <p className={tableStyles.tableSub}>
          {port === null ? m.adt_note_off() : m.adt_note_port({ port: String(port) })}
        </p>
      )}
      <Answer
        query={query}
        label={m.adt_loading()}
        zone={clinic.tz}
        isEmpty={(data) => data.sender === null}
        empty={
          <Empty
            title={m.adt_none_title()}
            action={mayChange && <Button onClick={() => setOpen('edit')}>{m.adt_connect()}</Button>}
          >
            {mayChange ? m.adt_none() : m.adt_none_other()}
          </Empty>
        }
      >
        {() => <Messages clinic={clinic} />}
      </Answer>
      {open === 'edit' && <EditSender clinic={clinic} sender={sender} onClose={close} />}
      {open === 'remove' && sender && <RemoveSender clinic={clinic} facility={sender.sender_name} onClose={close} />}
    </Panel>
  )
}

function Messages({ clinic }: { readonly clinic: Clinic }) {
  const query = useCall(listAdtMessages, { clinic_id: clinic.id, page_size: shown }, { refetchInterval: refreshMs })
  const [reading, setReading] = useState<AdtMessage | null>(null)
  return (
    <>
      <Answer
        query={query}
        label={m.adt_loading()}
        zone={clinic.tz}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={m.adt_empty_title()}>{m.adt_empty()}</Empty>}
      >
        {({ items }) => (
          <ul className={rowStyles.panelRows} aria-label={m.adt_list_label()}>
            {items.map((message) => (
              <li key={message.id}>
                <div className={rowStyles.panelRowWhat}>
                  <b>{message.name || eventText(message.event)}</b>
                  <span className={tableStyles.tableSub}>
                    {[message.name && eventText(message.event), sinceText(message.received_at, clinic.tz)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {message.reason && <span className={tableStyles.tableSub}>{message.reason}</span>}
                </div>
                <span className={styles.adtState} data-state={message.state}>
                  {stateWords[message.state]()}
                </span>
                {message.content !== null && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={m.adt_read_label({ number: message.control_id })}
                    onClick={() => setReading(message)}
                  >
                    {m.adt_read()}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {reading && <ReadMessage message={reading} onClose={() => setReading(null)} />}
    </>
  )
}

interface RemoveSenderProps {
  readonly clinic: Clinic
  readonly facility: string
  readonly onClose: () => void
}

function RemoveSender({ clinic, facility, onClose }: RemoveSenderProps) {
  return (
    <QuestionDialog
      call={removeAdtSender}
      input={{ clinic_id: clinic.id }}
      invalidates={[readAdtSender]}
      done={m.adt_disconnect_done()}
      title={m.adt_disconnect_question({ facility })}
      act={m.adt_disconnect()}
      isDanger
      onClose={onClose}
    >
      <p>{m.adt_disconnect_warning()}</p>
    </QuestionDialog>
  )
}
