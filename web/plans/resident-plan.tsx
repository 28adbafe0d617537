import { allows } from '@eupnea/contract/access.ts'
import { planFormRules, residentPlanForm } from '@eupnea/contract/plans.fields.ts'
import { type ResidentPlan as Answered, readResidentPlan, updateResidentPlan } from '@eupnea/contract/plans.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { tenth } from '@eupnea/contract/rules/round.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useCall, useSend } from '../shared/api.ts'
import { Details } from '../shared/form/details.tsx'
import { IconClockExclamation, IconPencil, IconTrash } from '../shared/icons.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { useSession } from '../shared/session.ts'
import { dateTimeText, dayText } from '../shared/time.ts'
import { planAnswers } from './plan-answers.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { recordOf } from './plan-values.ts'
import { PlanVersions } from './plan-versions.tsx'
import styles from './plans.module.css'
import { RemovePlan } from './remove-plan.tsx'

interface ResidentPlanProps {
  readonly resident: Resident
  readonly zone: string
}

/** What the resident is judged by, whose it is, and the way to change it (PL-1, PL-4). */
export function ResidentPlan({ resident, zone }: ResidentPlanProps) {
  const session = useSession()
  const { patient_id, status } = resident
  const isThere = status !== residentStatus.deleted
  const query = useCall(readResidentPlan, { patient_id }, { enabled: isThere })
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const mayChange = session !== null && allows(updateResidentPlan.access, session)
  const { data } = query
  if (!isThere) return null
  return (
    <Panel
      title={m.plan_title()}
      span="wide"
      paper="half"
      note={data && whoseText(data)}
      aside={
        data &&
        mayChange && (
          <>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
              onClick={() => setOpen('edit')}
            >
              {data.is_own ? m.plan_edit() : m.plan_set_own()}
            </Button>
            {data.is_own && (
              <ActMenu label={m.common_actions_label({ name: m.plan_title() })}>
                <ActItem Icon={IconTrash} isDanger onClick={() => setOpen('remove')}>
                  {m.plan_remove()}
                </ActItem>
              </ActMenu>
            )}
          </>
        )
      }
    >
      <Answer query={query} label={m.plan_loading()} zone={zone} isEmpty={() => false} empty={null}>
        {(answered) => (
          <>
            <PlanFacts answered={answered} zone={zone} />
            {open === 'edit' && <EditPlan resident={resident} answered={answered} onClose={() => setOpen(null)} />}
            {open === 'remove' && <RemovePlan resident={resident} onClose={() => setOpen(null)} />}
          </>
        )}
      </Answer>
    </Panel>
  )
}

function whoseText({ is_own, plan }: Answered): string {
  if (is_own) return m.plan_whose_own()
  // The facility has none that somebody wrote.
  return plan.valid_from ? m.plan_whose_clinics() : m.plan_default_product()
}

function PlanFacts({ answered, zone }: { readonly answered: Answered; readonly zone: string }) {
  const { plan, is_review_due, versions, usual } = answered
  const { by, valid_from } = plan
  return (
    <>
      {is_review_due && plan.review_on && (
        <p className={styles.planDue}>
          <IconClockExclamation size={18} stroke={1.8} aria-hidden />
          {m.plan_review_due({ date: dayText(plan.review_on) })}
        </p>
      )}
      <Details fields={residentPlanForm} record={recordOf(plan)} />
      <p className={styles.planWho}>
        {valid_from && `${m.plan_version({ person: by ?? '', time: dateTimeText(valid_from, zone) })} · `}
        <Usual usual={usual} />
      </p>
      <PlanVersions versions={versions} zone={zone} />
    </>
  )
}

function Usual({ usual }: Pick<Answered, 'usual'>) {
  if (!usual) return m.plan_usual_none()
  const written = (value: number) => numberText(tenth(value))
  return m.plan_usual({ median: written(usual.median), mad: written(usual.mad) })
}

interface EditPlanProps {
  readonly resident: Resident
  readonly answered: Answered
  readonly onClose: () => void
}

function EditPlan({ resident, answered, onClose }: EditPlanProps) {
  const { patient_id } = resident
  const update = useSend(updateResidentPlan, { invalidates: planAnswers })
  // Why the facility has its limits is no reason for the resident's.
  const plan = answered.is_own ? answered.plan : { ...answered.plan, review_on: null }
  return (
    <PlanDrawer
      title={m.plan_edit_title({ resident: residentName(resident) })}
      draft={`plan ${patient_id}`}
      fields={residentPlanForm}
      rules={planFormRules}
      plan={plan}
      isPending={update.isPending}
      onSave={(changes) => update.mutateAsync({ patient_id, ...changes })}
      onClose={onClose}
      preview={(changes) => (
        <>
          <p className={styles.planUsual}>
            <Usual usual={answered.usual} />
          </p>
          <PlanPreview patient_id={patient_id} changes={changes} />
        </>
      )}
    />
  )
}
