import type { Clinic } from '@eupnea/contract/clinics.ts'
import { connectionFields } from '@eupnea/contract/ehr-import.fields.ts'
import { type EhrConnection, readEhrConnection, removeEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { Details } from '../shared/form/details.tsx'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { IconPencil, IconPlugConnectedX } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import { sinceText } from '../shared/time.ts'
import { EditConnection } from './edit-connection.tsx'
import styles from './ehr-import.module.css'
import { sourceNames } from './ehr-words.ts'

interface ConnectionPanelProps {
  readonly clinic: Clinic
  readonly connection: EhrConnection | null
}

/** How the EHR is reached, and the way to change it for who looks after clinics (EH-2). */
export function ConnectionPanel({ clinic, connection }: ConnectionPanelProps) {
  const session = useSession()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const mayChange = session !== null && (isAdministrator(session) || session.role === 'Provider')
  const close = () => setOpen(null)
  return (
    <>
      {connection ? (
        <Connection connection={connection} zone={clinic.tz} onAct={mayChange ? setOpen : undefined} />
      ) : (
        <Empty
          title={m.ehr_import_none_title()}
          action={mayChange && <Button onClick={() => setOpen('edit')}>{m.ehr_import_connect()}</Button>}
        >
          {mayChange ? m.ehr_import_none() : m.ehr_import_none_other()}
        </Empty>
      )}
      {/* At one place whether or not there is a connection, so that they are still there when their answer comes. */}
      {open === 'edit' && <EditConnection clinic={clinic} connection={connection} onClose={close} />}
      {open === 'remove' && <RemoveConnection clinic={clinic} onClose={close} />}
    </>
  )
}

interface ConnectionProps {
  readonly connection: EhrConnection
  /** the clinic's */
  readonly zone: string
  readonly onAct: ((act: 'edit' | 'remove') => void) | undefined
}

function Connection({ connection, zone, onAct }: ConnectionProps) {
  return (
    <Panel
      title={sourceNames[connection.source]()}
      note={m.ehr_import_changed({
        time: sinceText(connection.updated_at, zone),
        person: connection.updated_by,
      })}
      aside={
        onAct && (
          <Group gap="xs">
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
              onClick={() => onAct('edit')}
            >
              {m.common_edit()}
            </Button>
            <ActMenu label={m.common_actions_label({ name: sourceNames[connection.source]() })}>
              <ActItem Icon={IconPlugConnectedX} isDanger onClick={() => onAct('remove')}>
                {m.ehr_import_disconnect()}
              </ActItem>
            </ActMenu>
          </Group>
        )
      }
    >
      <Details fields={connectionFields(connection.source, true)} record={connection} />
      {connection.jwks_path && (
        <>
          <CopyField
            label={m.ehr_import_public_key_label()}
            copyLabel={m.ehr_import_public_key_copy()}
            value={`${location.origin}${connection.jwks_path}`}
          />
          <p className={styles.ehrNote}>{m.ehr_import_key_help({ algorithm: connection.algorithm ?? '' })}</p>
        </>
      )}
    </Panel>
  )
}

interface RemoveConnectionProps {
  readonly clinic: Clinic
  readonly onClose: () => void
}

function RemoveConnection({ clinic, onClose }: RemoveConnectionProps) {
  return (
    <QuestionDialog
      call={removeEhrConnection}
      input={{ clinic_id: clinic.id }}
      invalidates={[readEhrConnection]}
      done={m.ehr_import_disconnect_done()}
      title={m.ehr_import_disconnect_question({ clinic: clinic.name })}
      act={m.ehr_import_disconnect()}
      isDanger
      onClose={onClose}
    >
      <p>{m.ehr_import_disconnect_warning()}</p>
    </QuestionDialog>
  )
}
