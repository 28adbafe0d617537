import { adtSenderFields } from '@eupnea/contract/adt.fields.ts'
import { type AdtSender, readAdtSender, saveAdtSender } from '@eupnea/contract/adt.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'

interface EditSenderProps {
  readonly clinic: Clinic
  readonly sender: AdtSender | null
  readonly onClose: () => void
}

/** Says who sends a facility's ADT messages (EH-5). It is sent as a whole. */
export function EditSender({ clinic, sender, onClose }: EditSenderProps) {
  const form = useRecordForm(adtSenderFields, noRules, null, sender ?? {}, `ADT sender of ${clinic.id}`)
  return (
    <SaveDialog
      call={saveAdtSender}
      invalidates={[readAdtSender]}
      done={m.adt_save_done()}
      form={form}
      title={sender ? m.adt_edit_title() : m.adt_connect()}
      act={m.common_save()}
      input={() => {
        const { sender_name = '', addresses = [] } = form.changes
        return { clinic_id: clinic.id, sender_name, addresses: [...addresses] }
      }}
      onClose={onClose}
    />
  )
}
