import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { nurseCallFields, usualHeartbeatSeconds, usualProfile } from '@eupnea/contract/nurse-calls.fields.ts'
import { createNurseCall, listNurseCalls } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { KindsChoice } from '../shared/receivers/kinds-choice.tsx'
import type { ReceiversOfClinic } from '../shared/receivers/receivers-panel.tsx'

const start = { profile: usualProfile, heartbeat_seconds: usualHeartbeatSeconds }

interface AddNurseCallProps extends ReceiversOfClinic {
  readonly onClose: () => void
}

/** Adds a nurse call system to a clinic (EH-5). */
export function AddNurseCall({ clinic, kindLabels, onClose }: AddNurseCallProps) {
  const form = useRecordForm(nurseCallFields, noRules, null, start, `new nurse call system of ${clinic.id}`)
  return (
    <SaveDialog
      call={createNurseCall}
      invalidates={[listNurseCalls]}
      done={m.nurse_call_add_done()}
      form={form}
      title={m.nurse_call_add_title()}
      act={m.nurse_call_add_act()}
      note={<p>{m.nurse_call_add_note({ clinic: clinic.name })}</p>}
      controls={{ kinds: (field) => <KindsChoice {...field} labels={kindLabels} /> }}
      input={() => {
        const { name = '', host = '', port = 0, kinds = [], ...changes } = form.changes
        return { ...changes, clinic_id: clinic.id, name, host, port, kinds: kinds as NotificationKind[] }
      }}
      onClose={onClose}
    />
  )
}
