import type { PlanVersion } from '@eupnea/contract/plans.ts'
import { m } from '@eupnea/texts'
import { dateTimeText } from '../shared/time.ts'
import { limitsText } from './plan-values.ts'

interface PlanVersionsProps {
  /** newest first */
  readonly versions: readonly PlanVersion[]
  readonly zone: string
}

/** Every version of a plan, with who and when and why (PL-1). */
export function PlanVersions({ versions, zone }: PlanVersionsProps) {
  if (versions.length === 0) return null
  return (
    <details className="plan-versions">
      <summary>{m.plan_versions_title()}</summary>
      <ol>
        {versions.map(({ version_id, plan, reason, by, valid_from }) => (
          <li key={version_id}>
            <p>{plan ? limitsText(plan) : m.plan_version_clinics()}</p>
            {reason && <p className="plan-reason">{reason}</p>}
            <p className="plan-who">{m.plan_version({ person: by, time: dateTimeText(valid_from, zone) })}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
