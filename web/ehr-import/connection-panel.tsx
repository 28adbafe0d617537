import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type EhrConnection, readEhrConnection, removeEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { IconPencil, IconPlugConnected, IconPlugConnectedX } from '../shared/icons.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import { sinceText } from '../shared/time.ts'
import { EditConnection } from './edit-connection.tsx'
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
  const dialogs = (
    <>
      {open === 'edit' && <EditConnection clinic={clinic} connection={connection} onClose={close} />}
      {open === 'remove' && <RemoveConnection clinic={clinic} onClose={close} />}
    </>
  )
  if (!connection)
    return (
      <>
        <Empty
          title="No EHR is connected"
          action={mayChange && <Button onClick={() => setOpen('edit')}>Connect an EHR</Button>}
        >
          {mayChange
            ? `Connect PointClickCare or a FHIR R4 server, and the residents of ${clinic.name} come from there.`
            : `Whoever administers ${clinic.name} can connect PointClickCare or a FHIR R4 server here.`}
        </Empty>
        {dialogs}
      </>
    )
  const facts: readonly (readonly [string, string])[] = [
    ['Address', connection.base_url],
    ...(connection.source === 'pcc' ? [['Organisation', connection.org_uuid] as const] : []),
    ...(connection.facility_id ? [['Facility', connection.facility_id] as const] : []),
    ['Client', connection.client_id],
    ...(connection.jwks_path ? [['Public key', `${location.origin}${connection.jwks_path}`] as const] : []),
  ]
  return (
    <section className="ehr-panel" aria-labelledby="ehr-connection">
      <header className="ehr-head">
        <IconPlugConnected size={18} stroke={1.8} aria-hidden />
        <h2 id="ehr-connection">{sourceNames[connection.source]}</h2>
        <span className="ehr-note">
          Changed {sinceText(connection.updated_at, clinic.tz)} by {connection.updated_by}
        </span>
        {mayChange && (
          <div className="ehr-aside">
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
              onClick={() => setOpen('edit')}
            >
              Edit
            </Button>
            <Button
              size="compact-md"
              variant="default"
              c="var(--danger)"
              leftSection={<IconPlugConnectedX size={15} stroke={1.8} aria-hidden />}
              onClick={() => setOpen('remove')}
            >
              Disconnect
            </Button>
          </div>
        )}
      </header>
      <dl className="ehr-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {connection.jwks_path && (
        <p className="ehr-note">
          Register the client at the EHR with the address of the public key; the portal signs in with{' '}
          {connection.algorithm}.
        </p>
      )}
      {dialogs}
    </section>
  )
}

interface RemoveConnectionProps {
  readonly clinic: Clinic
  readonly onClose: () => void
}

function RemoveConnection({ clinic, onClose }: RemoveConnectionProps) {
  const removal = useSend(removeEhrConnection, {
    invalidates: [readEhrConnection],
    onSuccess: () => {
      sayDone('EHR disconnected')
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Disconnect the EHR of ${clinic.name}?`}
      act="Disconnect"
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ clinic_id: clinic.id })}
      onClose={onClose}
    >
      <p>
        The portal forgets how the EHR is reached and the secret or key that opens it. Residents stay as they are. When
        it is connected again, residents are found by their record number.
      </p>
    </FormDialog>
  )
}
