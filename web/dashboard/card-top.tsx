import { cardName } from '@eupnea/contract/resident-name.ts'
import { type FlagStatus, flagName } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { useNotice } from '../shared/current-notifications.tsx'
import styles from './card.module.css'
import type { CardResident } from './card-order.ts'
import { noticeMark } from './notice-mark.ts'

interface CardTopProps {
  readonly resident: CardResident
  readonly flag: FlagStatus
  /** the facility's */
  readonly zone: string
}

/** Room, name and flag of a card, and how its notification is handled. */
export function CardTop({ resident, flag, zone }: CardTopProps) {
  return (
    <div className={styles.cardTop}>
      <span className={styles.cardRoom}>{resident.room || m.dashboard_card_no_room()}</span>
      <span className={styles.cardName}>{cardName(resident)}</span>
      <NoticeMark resident={resident} zone={zone} />
      {flag !== 1 && (
        <span className={styles.cardTag}>
          <FlagMark />
          <span>{flagName(flag)}</span>
        </span>
      )}
    </div>
  )
}

/** Who takes care of it and since when, or until when it is snoozed (AN-6). */
function NoticeMark({ resident, zone }: Pick<CardTopProps, 'resident' | 'zone'>) {
  const own = useNotice(resident.patient_id)
  const notice = resident.notice ?? own
  if (!notice) return null
  const mark = noticeMark(notice, zone)
  if (!mark) return null
  return (
    <span className={styles.cardNotice} data-state={notice.state} title={mark.label}>
      {notice.state === 'snoozed' ? <SnoozeMark /> : <CheckMark />}
      <span aria-hidden>{mark.text}</span>
      <span className="visually-hidden">{mark.label}</span>
    </span>
  )
}

function FlagMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2.5 1v10M2.5 1.5h7.5L8 4l2 2.5H2.5z" />
    </svg>
  )
}

function CheckMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2 6.5l2.8 2.8L10 3.5" />
    </svg>
  )
}

function SnoozeMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2.5 2h4l-4 5h4M7.5 6.5h2.5l-2.5 3.5h2.5" />
    </svg>
  )
}
