import type { CallArguments } from '@eupnea/contract/call.ts'
import { medicalGroupFields } from '@eupnea/contract/medical-groups.fields.ts'
import { createMedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { useNavigate } from '@tanstack/react-router'
import { useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { refreshGroups } from './group-answers.ts'
import { GroupForm } from './group-form.tsx'
import { statusOf } from './group-status.ts'

const none: never[] = []

/** A new medical group (MG-2). */
export function AddGroupPage() {
  const navigate = useNavigate()
  const form = useRecordForm(medicalGroupFields, noRules, null, null, 'new group')
  const creation = useSend(createMedicalGroup, {
    onSuccess: async () => {
      await refreshGroups()
      sayDone(m.medical_group_add_done())
      return leave(() => navigate({ to: '/group/manage', replace: true }))
    },
    onError: form.refuse,
  })
  const { question, leave } = useLeaveQuestion(form.isChanged, creation.isPending, m.medical_group_add())

  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.medical_group_add()}</h1>
      </div>
      <GroupForm
        form={form}
        known={none}
        status={statusOf(creation)}
        act={m.medical_group_add()}
        onSubmit={() => creation.mutate(form.changes as CallArguments<typeof createMedicalGroup>)}
      />
      {question}
    </div>
  )
}
