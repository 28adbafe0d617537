import { previewResidentPlan } from '@eupnea/contract/plans.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall } from '../shared/api.ts'
import type { changesOf } from './plan-values.ts'
import styles from './plans.module.css'

interface PlanPreviewProps {
  readonly patient_id: string
  /** null: what is typed breaks a rule */
  readonly changes: ReturnType<typeof changesOf> | null
}

/** Not with each key, ms. */
const restMs = 400

/** How many notifications the typed limits would have raised in the last 14 days, in place of those in force (PL-1). */
export function PlanPreview({ patient_id, changes }: PlanPreviewProps) {
  const { low, high, extreme_high, extreme_low } = changes ?? {}
  const limits = { low, high, extreme_high, extreme_low }
  const typed = JSON.stringify(Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)))
  const [asked] = useDebouncedValue(typed, restMs)
  const { data, isError } = useCall(
    previewResidentPlan,
    { patient_id, ...(JSON.parse(asked) as Partial<typeof limits>) },
    { enabled: changes !== null && typed === asked, placeholderData: (before) => before, retry: false },
  )
  return (
    <p className={styles.planPreview} role="status">
      {textOf()}
    </p>
  )

  function textOf(): string {
    if (isError) return m.plan_preview_failed()
    if (!data) return ''
    const { days, minutes, now, given } = data
    if (minutes === 0) return m.plan_preview_none({ days })
    return now === given ? m.plan_preview_same({ days, now }) : m.plan_preview({ days, given, now: numberText(now) })
  }
}
