import type { Notification } from '@eupnea/contract/notifications.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { type ComponentType, memo, Suspense, useCallback } from 'react'
import { SparkPicture } from '../shared/charts/sparkline.tsx'
import { isOpen, type Noticed } from '../shared/current-notifications.tsx'
import type { DashboardType } from '../shared/settings.ts'
import styles from './card.module.css'
import type { CardResident } from './card-order.ts'
import { attachCard } from './card-painter.ts'
import { CardTop } from './card-top.tsx'

const residentPath = (resident: CardResident): string =>
  `/patient/profile/${encodeURIComponent(resident.patient_id)}${resident.device ? `/${encodeURIComponent(resident.device.device_id)}` : ''}`

/** Acknowledge, snooze and more, of another noun. */
export type CardActs = ComponentType<{
  readonly notification: Notification
  readonly zone: string
  readonly type: DashboardType
}>

interface ResidentCardProps {
  readonly resident: Noticed<CardResident>
  readonly type: DashboardType
  /** the facility's */
  readonly zone: string
  /** their own limits, if they have any */
  readonly own: string
  readonly acts: CardActs
}

/**
 * One resident. React renders what rarely changes (room, name, flag); the card painter writes the parts named by
 * data-part.
 */
export const ResidentCard = memo(function ResidentCard({ resident, type, zone, own, acts: Acts }: ResidentCardProps) {
  const { notice } = resident
  const deviceId = resident.device?.device_id ?? null
  const flag = resident.flaggedResidentNotes.status
  const attach = useCallback(
    (root: HTMLElement | null) => (root && deviceId ? attachCard(root, deviceId, zone) : undefined),
    [deviceId, zone],
  )
  return (
    <li
      className={styles.cardSlot}
      data-id={resident.patient_id}
      data-notice={notice?.state}
      data-severity={notice?.severity}
    >
      <a
        key={`${deviceId}-${type}`}
        ref={attach}
        className={styles.card}
        href={residentPath(resident)}
        data-flag={flag === 1 ? undefined : flag}
        data-state={deviceId ? undefined : 'none'}
      >
        <CardTop resident={resident} flag={flag} zone={zone} />
        {deviceId ? (
          <LiveParts type={type} limits={resident.plan} own={own} isScored={type === 'minInfo'} />
        ) : (
          <NoDevice />
        )}
      </a>
      {notice && isOpen(notice) && (
        <div className={styles.cardActs}>
          <Suspense>
            <Acts notification={notice} zone={zone} type={type} />
          </Suspense>
        </div>
      )}
    </li>
  )
})

/** In the number's place while there is no live one (WA-1). */
function SignalParts() {
  return (
    <span className={styles.cardSignal}>
      <svg className={styles.cardSignalMark} viewBox="0 0 24 24" aria-hidden="true">
        <path data-part="mark" />
      </svg>
      <span className={styles.cardSignalWords}>
        <strong data-part="signal" />
        <span className={styles.cardSignalNote}>
          <span data-part="since" /> <span data-part="last" />
        </span>
      </span>
    </span>
  )
}

interface LivePartsProps {
  readonly type: DashboardType
  readonly limits: RateLimits
  /** the limits in words where they are the resident's own */
  readonly own: string
  /** the r-score in words instead of its bar */
  readonly isScored?: boolean
}

export function LiveParts({ type, limits, own, isScored = false }: LivePartsProps) {
  return (
    <>
      <div className={styles.cardRr}>
        <SignalParts />
        <b>
          <span data-part="rr">–</span>
          <small data-part="tenth" />
        </b>
        <span className={styles.cardSide}>
          <span className={styles.cardWord} data-part="word" />
          <span className={styles.cardUnit}>
            <span className={styles.card10min} data-part="alert" hidden>
              {m.resident_out_of_range()}
            </span>
            <span data-part="unit">{m.dashboard_card_unit()}</span>
            <span data-part="age" />
            <span className={styles.cardOwn}>{own}</span>
          </span>
        </span>
        {isScored ? (
          <span className={styles.cardTrend} role="img" aria-label={m.dashboard_score_label()} data-part="scored" />
        ) : (
          <span className={styles.cardTrend} data-part="trend" aria-hidden />
        )}
      </div>
      {type !== 'minInfo' && (
        <>
          <div className={styles.cardScore} role="img" aria-label={m.dashboard_score_label()} data-part="score" />
          {type === 'moreInfo' && (
            <Scale words={[m.dashboard_card_lower(), m.dashboard_card_usual(), m.dashboard_card_higher()]} />
          )}
          <div className={styles.cardSpark}>
            <SparkPicture limits={limits} />
          </div>
          {type === 'moreInfo' && <Scale words={[m.dashboard_card_two_hours(), m.dashboard_card_now()]} />}
          <div className={styles.cardFoot}>
            <span data-part="presence" />
            <span data-part="bed" />
          </div>
        </>
      )}
    </>
  )
}

/** What the ends of the picture above mean. */
function Scale({ words }: { readonly words: readonly string[] }) {
  return (
    <div className={styles.cardScale} aria-hidden>
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </div>
  )
}

function NoDevice() {
  return (
    <>
      <div className={styles.cardRr}>
        <b>–</b>
        <span className={styles.cardSide}>
          <span className={styles.cardWord}>{m.dashboard_card_no_device()}</span>
        </span>
      </div>
      <p className={styles.cardNone}>{m.dashboard_card_no_device_note()}</p>
    </>
  )
}
