import { listPlanReviews } from '@eupnea/contract/plans.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { useCall } from '../shared/api.ts'
import { IconClockExclamation } from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import { dayText } from '../shared/time.ts'
import styles from './plans.module.css'

/** Most that are listed; the rest comes up as these are reviewed. */
const most = 50

/** Residents whose own plan is due for review (PL-4); nothing while none is. */
export function PlanReviews({ clinic_id }: { readonly clinic_id: string }) {
  const { data } = useCall(listPlanReviews, { clinic_id, page: 1, page_size: most })
  const count = data?.pagination.total_records ?? 0
  if (!data || count === 0) return null
  return (
    <details className={styles.planReviews}>
      <summary>
        <IconClockExclamation size={18} stroke={1.8} aria-hidden />
        {m.plan_reviews_count({ count })}
      </summary>
      <ul aria-label={m.plan_reviews_title()}>
        {data.items.map((resident) => (
          <li key={resident.patient_id}>
            <b className="tabular">{resident.room}</b>{' '}
            <Link
              to="/patient/profile/$patient_id"
              params={{ patient_id: resident.patient_id }}
              className={tableStyles.tableName}
            >
              {residentName(resident)}
            </Link>{' '}
            <span className={styles.planWho}>{m.plan_review_due({ date: dayText(resident.review_on) })}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
