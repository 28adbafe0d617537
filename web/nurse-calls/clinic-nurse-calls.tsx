import { allows } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listNurseCallDeliveries, listNurseCalls, type NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { AddButton } from '../shared/add-button.tsx'
import { useCall } from '../shared/api.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import type { KindLabels } from '../shared/receivers/kinds-choice.tsx'
import { ReceiverDeliveries } from '../shared/receivers/receiver-deliveries.tsx'
import { ReceiverState } from '../shared/receivers/receiver-state.tsx'
import styles from '../shared/receivers/receivers.module.css'
import { useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'
import { AddNurseCall } from './add-nurse-call.tsx'
import { DeleteNurseCall } from './delete-nurse-call.tsx'
import { type NurseCallAct, NurseCallMenu } from './nurse-call-menu.tsx'
import { TryNurseCall } from './try-nurse-call.tsx'

const refreshMs = 20_000

interface ClinicNurseCallsProps {
  readonly clinic: Clinic
  readonly kindLabels: KindLabels
}

/** The nurse call systems that hear of a facility's notifications (EH-5), for who administers it. */
export function ClinicNurseCalls({ clinic, kindLabels }: ClinicNurseCallsProps) {
  const session = useSession()
  return session && allows(listNurseCalls.access, session) ? (
    <NurseCalls clinic={clinic} kindLabels={kindLabels} />
  ) : null
}

function NurseCalls({ clinic, kindLabels }: ClinicNurseCallsProps) {
  const query = useCall(listNurseCalls, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ readonly nurseCall: NurseCall; readonly act: NurseCallAct } | null>(null)
  const close = () => setOpen(null)
  const add = <AddButton onClick={() => setAdding(true)}>{m.nurse_call_add()}</AddButton>
  return (
    <Panel title={m.nurse_call_title()} note={m.nurse_call_note()} aside={query.data && add}>
      <Answer
        query={query}
        label={m.nurse_call_loading()}
        zone={clinic.tz}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={m.nurse_call_empty_title()}>{m.nurse_call_empty()}</Empty>}
      >
        {({ items }) => (
          <ul className={styles.receiverRows} aria-label={m.nurse_call_list_label()}>
            {items.map((nurseCall) => (
              <li key={nurseCall.id}>
                <NurseCallRow nurseCall={nurseCall} zone={clinic.tz} kindLabels={kindLabels} />
                <NurseCallMenu nurseCall={nurseCall} onAct={(of, act) => setOpen({ nurseCall: of, act })} />
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {isAdding && <AddNurseCall clinic={clinic} kindLabels={kindLabels} onClose={() => setAdding(false)} />}
      {open?.act === 'test' && <TryNurseCall nurseCall={open.nurseCall} onClose={close} />}
      {open?.act === 'deliveries' && (
        <ReceiverDeliveries
          call={listNurseCallDeliveries}
          id={open.nurseCall.id}
          name={open.nurseCall.name}
          zone={clinic.tz}
          onClose={close}
        />
      )}
      {open?.act === 'delete' && <DeleteNurseCall nurseCall={open.nurseCall} onClose={close} />}
    </Panel>
  )
}

interface NurseCallRowProps {
  readonly nurseCall: NurseCall
  readonly zone: string
  readonly kindLabels: KindLabels
}

function NurseCallRow({ nurseCall, zone, kindLabels }: NurseCallRowProps) {
  const { name, host, port, tls, sends_names, kinds, last, silent_since } = nurseCall
  return (
    <>
      <div className={styles.receiverWhat}>
        <b>{name}</b>
        <span className={tableStyles.tableSub}>
          {[
            `${host}:${port}`,
            ...(tls ? [m.nurse_call_tls_label()] : []),
            sends_names ? m.nurse_call_with_names() : m.nurse_call_without_names(),
          ].join(' · ')}
        </span>
        <span className={tableStyles.tableSub}>
          {kinds.length === 0 ? m.webhook_kinds_all() : kinds.map((kind) => kindLabels[kind]()).join(', ')}
        </span>
        {silent_since && (
          <span className={styles.receiverFailure}>{m.nurse_call_silent({ time: sinceText(silent_since, zone) })}</span>
        )}
        {last?.failure && last.state !== 'sent' && <span className={styles.receiverFailure}>{last.failure}</span>}
      </div>
      <div className={styles.receiverLast}>
        {last ? (
          <>
            <ReceiverState state={last.state} />
            <span className={tableStyles.tableSub}>{sinceText(last.at, zone)}</span>
          </>
        ) : (
          <span className={tableStyles.tableSub}>{m.webhook_last_none()}</span>
        )}
      </div>
    </>
  )
}
