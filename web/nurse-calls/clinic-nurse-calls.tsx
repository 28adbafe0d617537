import { listNurseCallDeliveries, listNurseCalls, type NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import styles from '../shared/receivers/receivers.module.css'
import { type ReceiversOfClinic, ReceiversPanel } from '../shared/receivers/receivers-panel.tsx'
import { sinceText } from '../shared/time.ts'
import { AddNurseCall } from './add-nurse-call.tsx'
import { DeleteNurseCall } from './delete-nurse-call.tsx'
import { TryNurseCall } from './try-nurse-call.tsx'

const words = {
  title: m.nurse_call_title,
  note: m.nurse_call_note,
  add: m.nurse_call_add,
  label: m.nurse_call_list_label,
  loading: m.nurse_call_loading,
  emptyTitle: m.nurse_call_empty_title,
  empty: m.nurse_call_empty,
}

const aboutOf = ({ host, port, tls, sends_names }: NurseCall): string =>
  [
    `${host}:${port}`,
    ...(tls ? [m.nurse_call_tls_label()] : []),
    sends_names ? m.nurse_call_with_names() : m.nurse_call_without_names(),
  ].join(' · ')

/** A facility's nurse call systems (EH-5). */
export const ClinicNurseCalls = (props: ReceiversOfClinic) => (
  <ReceiversPanel<NurseCall>
    {...props}
    list={listNurseCalls}
    deliveries={listNurseCallDeliveries}
    words={words}
    describe={(nurseCall) => ({
      name: nurseCall.name,
      about: aboutOf(nurseCall),
      notice: nurseCall.silent_since && (
        <span className={styles.receiverFailure}>
          {m.nurse_call_silent({ time: sinceText(nurseCall.silent_since, props.clinic.tz) })}
        </span>
      ),
    })}
    Add={AddNurseCall}
    Try={TryNurseCall}
    Delete={DeleteNurseCall}
  />
)
