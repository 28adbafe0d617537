import type { Fields, Rule } from '@eupnea/contract/field-kinds.ts'
import type { Plan } from '@eupnea/contract/plans.ts'
import { m } from '@eupnea/texts'
import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCloseQuestion } from '../shared/form/leave-question.tsx'
import { faultsOf, typedOf } from '../shared/form/record.ts'
import { RecordForm } from '../shared/form/record-form.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { changesOf, recordOf } from './plan-values.ts'

type Changes = ReturnType<typeof changesOf>

interface PlanDrawerProps<F extends Fields> {
  readonly title: string
  /** names whose plan it is, for what was typed before an interruption */
  readonly draft: string
  readonly fields: F
  readonly rules: readonly Rule<F>[]
  readonly plan: Plan
  readonly isPending: boolean
  /** saves what was changed */
  readonly onSave: (changes: Changes) => Promise<unknown>
  readonly onClose: () => void
  /** above the fields: what the typed values would do; null while they break a rule */
  readonly preview?: (changes: Changes | null) => ReactNode
}

/** A plan to change. Each version has a reason of its own. */
export function PlanDrawer<F extends Fields>({ fields, rules, plan, draft, preview, ...props }: PlanDrawerProps<F>) {
  const [kept] = useState(() => ({ ...recordOf(plan), reason: '' }))
  const form = useRecordForm(fields, rules, kept as Parameters<typeof typedOf<F>>[1], null, draft)
  const changes = changesOf(kept, form.changes)
  const before = typedOf(fields, kept as Parameters<typeof typedOf<F>>[1])
  const { question, closing } = useCloseQuestion(form.isChanged, props.isPending, props.title, props.onClose)
  const isRight = Object.keys(faultsOf(fields, rules, before, form.values)).length === 0

  async function submit() {
    if (!('reason' in changes)) {
      form.note('reason', m.plan_reason_missing())
      form.focusFault()
      return
    }
    try {
      await props.onSave(changes)
      sayDone(m.plan_saved())
      props.onClose()
    } catch (error) {
      form.refuse(error)
    }
  }

  return (
    <Drawer opened position="right" size={600} {...closing} title={props.title}>
      <RecordForm
        form={form}
        act={m.plan_save()}
        isPending={props.isPending}
        onSubmit={() => void submit()}
        onCancel={closing.onClose}
        notice={preview?.(isRight ? changes : null)}
      />
      {question}
    </Drawer>
  )
}
