import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { nurseCallFields, usualHeartbeatSeconds, usualProfile } from '@eupnea/contract/nurse-calls.fields.ts'
import { createNurseCall, listNurseCalls } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { KindsChoice } from '../shared/receivers/kinds-choice.tsx'
import type { ReceiversOfClinic } from '../shared/receivers/receivers-panel.tsx'
import { sayDone } from '../shared/say-done.tsx'

const start = { profile: usualProfile, heartbeat_seconds: usualHeartbeatSeconds }

interface AddNurseCallProps extends ReceiversOfClinic {
  readonly onClose: () => void
}

/** Adds a nurse call system to a clinic (EH-5). */
export function AddNurseCall({ clinic, kindLabels, onClose }: AddNurseCallProps) {
  const form = useRecordForm(nurseCallFields, noRules, null, start, `new nurse call system of ${clinic.id}`)
  const addition = useSend(createNurseCall, {
    invalidates: [listNurseCalls],
    onSuccess: () => {
      onClose()
      sayDone(m.nurse_call_add_done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      form={form}
      title={m.nurse_call_add_title()}
      act={m.nurse_call_add_act()}
      isPending={addition.isPending}
      note={<p>{m.nurse_call_add_note({ clinic: clinic.name })}</p>}
      controls={{ kinds: (field) => <KindsChoice {...field} labels={kindLabels} /> }}
      onSubmit={() => {
        const { name = '', host = '', port = 0, kinds = [], ...changes } = form.changes
        addition.mutate({ ...changes, clinic_id: clinic.id, name, host, port, kinds: kinds as NotificationKind[] })
      }}
      onClose={onClose}
    />
  )
}
