import type { PlanVersion } from '@eupnea/contract/plans.ts'
import { m } from '@eupnea/texts'
import { dateTimeText } from '../shared/time.ts'
import { limitsText } from './plan-values.ts'
import styles from './plans.module.css'

interface PlanVersionsProps {
  /** newest first */
  readonly versions: readonly PlanVersion[]
  readonly zone: string
}

/** Every version of a plan, with who and when and why (PL-1). */
export function PlanVersions({ versions, zone }: PlanVersionsProps) {
  if (versions.length === 0) return null
  return (
    <details className={styles.planVersions}>
      <summary>{m.plan_versions_title()}</summary>
      <ol>
        {versions.map(({ version_id, plan, reason, by, valid_from }) => (
          <li key={version_id}>
            <p>{plan ? limitsText(plan) : m.plan_version_clinics()}</p>
            {reason && <p className={styles.planReason}>{reason}</p>}
            <p className={styles.planWho}>{m.plan_version({ person: by, time: dateTimeText(valid_from, zone) })}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
