import { allows } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { clinicPlanForm, planFormRules } from '@eupnea/contract/plans.fields.ts'
import { readClinicPlan, updateClinicPlan } from '@eupnea/contract/plans.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { Details } from '../shared/form/details.tsx'
import { IconPencil } from '../shared/icons.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { useSession } from '../shared/session.ts'
import { dateTimeText } from '../shared/time.ts'
import { planAnswers } from './plan-answers.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { recordOf } from './plan-values.ts'
import { PlanVersions } from './plan-versions.tsx'
import styles from './plans.module.css'

/** What a facility's residents are judged by unless they have an own plan, and the way to change it (PL-1). */
export function ClinicPlan({ clinic }: { readonly clinic: Pick<Clinic, 'id' | 'tz'> }) {
  const session = useSession()
  const query = useCall(readClinicPlan, { clinic_id: clinic.id })
  const update = useSend(updateClinicPlan, { invalidates: planAnswers })
  const [isOpen, setOpen] = useState(false)
  const mayChange = session !== null && allows(updateClinicPlan.access, session)
  return (
    <Panel
      title={m.plan_default_title()}
      note={m.plan_default_note()}
      aside={
        query.data &&
        mayChange && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {m.plan_edit()}
          </Button>
        )
      }
    >
      <Answer query={query} label={m.plan_loading()} zone={clinic.tz} isEmpty={() => false} empty={null}>
        {({ versions, ...plan }) => (
          <>
            <Details fields={clinicPlanForm} record={recordOf(plan)} />
            <p className={styles.planWho}>
              {plan.valid_from
                ? m.plan_version({ person: plan.by ?? '', time: dateTimeText(plan.valid_from, clinic.tz) })
                : m.plan_default_product()}
            </p>
            <PlanVersions versions={versions} zone={clinic.tz} />
            {isOpen && (
              <PlanDrawer
                title={m.plan_default_title()}
                draft={`plan of ${clinic.id}`}
                fields={clinicPlanForm}
                rules={planFormRules}
                plan={plan}
                isPending={update.isPending}
                onSave={({ review_on: _none, ...changes }) => update.mutateAsync({ clinic_id: clinic.id, ...changes })}
                onClose={() => setOpen(false)}
              />
            )}
          </>
        )}
      </Answer>
    </Panel>
  )
}
