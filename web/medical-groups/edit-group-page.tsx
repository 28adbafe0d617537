import { medicalGroupFields } from '@eupnea/contract/medical-groups.fields.ts'
import {
  assignMedicalGroupClinics,
  type MedicalGroup,
  readMedicalGroup,
  updateMedicalGroup,
} from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { useMutation } from '@tanstack/react-query'
import { notFound, useNavigate, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { ApiError, isRefused, send, useCall } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { IconTrash } from '../shared/icons.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { DeleteGroup } from './delete-group.tsx'
import { refreshGroups } from './group-answers.ts'
import { GroupForm } from './group-form.tsx'
import { recordOf } from './group-record.ts'
import { statusOf } from './group-status.ts'
import styles from './medical-groups.module.css'

/** Where the router shows its 404, within the shell. */
const pageRouteId = '/protected/main/page'

/** Changes a medical group and its clinics, and deletes it (MG-1, MG-2). */
export function EditGroupPage() {
  const { slug = '' } = useParams({ strict: false })
  const { data: group, error, refetch } = useCall(readMedicalGroup, { medical_group_id: slug })
  // A form that is filled in stays, even when its group is gone: sending it says so.
  if (group) return <EditGroup key={group.medical_group_id} group={group} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    throw notFound({ routeId: pageRouteId })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <Loading label={m.medical_group_loading()} />
}

function EditGroup({ group }: { readonly group: MedicalGroup }) {
  const navigate = useNavigate()
  const { medical_group_id } = group
  /** what the form started from */
  const [kept, setKept] = useState(() => recordOf(group))
  /** the clinics that the person knows to be there */
  const [seen, setSeen] = useState(kept.clinic_ids)
  const form = useRecordForm(medicalGroupFields, noRules, kept, null, `group ${medical_group_id}`)
  const [isDeleting, setDeleting] = useState(false)
  const toList = () => navigate({ to: '/group/manage', replace: true })

  const update = useMutation({
    mutationFn: async () => {
      const { clinic_ids, ...fields } = form.changes
      // One after the other: what is done is done and counts as kept, should the next one be refused.
      if (Object.keys(fields).length > 0) {
        setKept(recordOf(await send(updateMedicalGroup, { medical_group_id, ...fields })))
        sayDone(m.medical_group_update_done())
      }
      if (clinic_ids) {
        const was = { clinic_ids: [...seen] }
        setKept(recordOf(await send(assignMedicalGroupClinics, { medical_group_id, clinic_ids, was })))
        sayDone(m.medical_group_clinics_done())
      }
    },
    onSuccess: async () => {
      await refreshGroups()
      return leave(toList)
    },
    onError: async (error) => {
      form.refuse(error)
      // Saving again replaces the other person's change knowingly.
      if (isRefused(error, 'medical_group_clinics_changed'))
        setSeen(recordOf(await send(readMedicalGroup, { medical_group_id })).clinic_ids)
      await refreshGroups()
    },
  })
  const title = m.medical_group_edit_title({ group: group.name })
  const { question, leave } = useLeaveQuestion(form.isChanged, update.isPending, title)
  const isOld = !update.isPending && !update.isSuccess && form.changedIn(recordOf(group)).length > 0

  function submit() {
    if (form.isChanged) update.mutate()
    else void toList()
  }

  function startAnew() {
    const now = recordOf(group)
    setKept(now)
    setSeen(now.clinic_ids)
    form.startAnew(now)
  }

  return (
    <div className={adminPageStyles.adminPage}>
      <div className={clsx(adminPageStyles.adminHead, styles.groupEditHead)}>
        <h1>{title}</h1>
        <ActMenu label={m.medical_group_actions_label({ group: group.name })}>
          <ActItem Icon={IconTrash} isDanger onClick={() => setDeleting(true)}>
            {m.medical_group_delete()}
          </ActItem>
        </ActMenu>
      </div>
      <GroupForm
        form={form}
        known={group.facilities}
        status={statusOf(update)}
        act={m.medical_group_save()}
        onSubmit={submit}
        notice={
          isOld && (
            <Stale act={m.medical_group_latest()} onAct={startAnew}>
              {m.medical_group_edited_meanwhile()}
            </Stale>
          )
        }
      />
      {isDeleting && <DeleteGroup group={group} onClose={() => setDeleting(false)} onDone={() => void leave(toList)} />}
      {question}
    </div>
  )
}
