import { createMedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { sayDone } from '../shared/say-done.tsx'
import { refreshGroups } from './group-answers.ts'
import { GroupForm } from './group-form.tsx'
import { groupOf, groupRules, isChanged, noValues, statusOf } from './group-values.ts'
import '../shared/table/admin-page.css'

const none: never[] = []

/** A new medical group (MG-2). */
export function AddGroupPage() {
  const navigate = useNavigate()
  const form = useFormValues(noValues, groupRules)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { question, leave } = useLeaveQuestion(isChanged(noValues, form.values))
  const creation = useSend(createMedicalGroup, {
    onSuccess: async () => {
      await refreshGroups()
      sayDone(m.medical_group_add_done())
      return leave(() => navigate({ to: '/group/manage', replace: true }))
    },
    onError: (error) => {
      if (!form.refuse(error)) setRefusal(error)
    },
  })

  function submit() {
    setRefusal(null)
    if (form.check()) creation.mutate(groupOf(form.values))
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{m.medical_group_add()}</h1>
      </div>
      <GroupForm
        form={form}
        known={none}
        status={statusOf(creation)}
        refusal={refusal}
        act={m.medical_group_add()}
        onSubmit={submit}
      />
      {question}
    </div>
  )
}
