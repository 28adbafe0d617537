import { cardName } from '@eupnea/contract/resident-name.ts'
import { type FlagStatus, flagName } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { flagIcons } from '../shared/flag-badge.tsx'
import { IconCheck, outlined } from '../shared/icons.tsx'
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
  const FlagIcon = flagIcons[flag]
  return (
    <div className={styles.cardTop}>
      <span className={styles.cardRoom}>{resident.room || m.dashboard_card_no_room()}</span>
      <span className={styles.cardName}>{cardName(resident)}</span>
      <NoticeMark resident={resident} zone={zone} />
      {flag !== 1 && (
        <span className={styles.cardTag}>
          <FlagIcon className={styles.mark} aria-hidden />
          <span>{flagName(flag)}</span>
        </span>
      )}
    </div>
  )
}

const SnoozeMark = outlined('M5 4h8l-8 10h8M15 13h5l-5 7h5')

/** Who takes care of it and since when, or until when it is snoozed (AN-6). */
function NoticeMark({ resident: { notice }, zone }: Pick<CardTopProps, 'resident' | 'zone'>) {
  if (!notice) return null
  const mark = noticeMark(notice, zone)
  if (!mark) return null
  const StateIcon = notice.state === 'snoozed' ? SnoozeMark : IconCheck
  return (
    <span className={styles.cardNotice} data-state={notice.state} title={mark.label}>
      <StateIcon className={styles.mark} aria-hidden />
      <span aria-hidden>{mark.text}</span>
      <span className="visually-hidden">{mark.label}</span>
    </span>
  )
}
