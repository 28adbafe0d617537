import { residentName } from '@eupnea/contract/resident-name.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import { FlagBadge } from '../shared/flag-badge.tsx'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCalendarOff,
  IconDeviceHeartMonitor,
  IconFlag3,
  IconUserOff,
} from '../shared/icons.tsx'
import { dayText } from '../shared/time.ts'
import { leaveText } from './leave-text.ts'
import type { ResidentAct } from './resident-acts.ts'
import styles from './resident-header.module.css'
import { ResidentMenu } from './resident-menu.tsx'

export interface BackLink {
  readonly to: string
  readonly label: string
}

interface ResidentHeaderProps {
  readonly back: BackLink | undefined
  readonly resident: Resident
  /** the clinic's */
  readonly zone: string
  readonly onAct: (act: ResidentAct) => void
}

/** Room first, then the name; flag, device and actions. */
export function ResidentHeader({ back, resident, zone, onAct }: ResidentHeaderProps) {
  const { status, room, flaggedResidentNotes, device_id, leave } = resident
  const isActive = status === residentStatus.active
  return (
    <header className={styles.residentHead} data-flag={flaggedResidentNotes.status}>
      <div className={styles.residentWho}>
        {back && (
          <Link to={back.to} className={styles.residentBack}>
            <IconArrowLeft size={16} stroke={1.8} aria-hidden />
            {back.label}
          </Link>
        )}
        <h1>
          {room && (
            <span className={styles.residentRoom}>
              <span className="visually-hidden">{m.resident_room()} </span>
              {room}
            </span>
          )}
          <span>{residentName(resident)}</span>
          {!isActive && (
            <span className={styles.residentGone}>
              <IconUserOff size={15} stroke={1.8} aria-hidden />
              {status === residentStatus.discharged ? m.resident_status_discharged() : m.resident_status_deleted()}
            </span>
          )}
        </h1>
        <Details resident={resident} />
        {isActive && <Care resident={resident} zone={zone} />}
      </div>
      <div className={styles.residentState}>
        <div className={styles.residentRow}>
          <FlagBadge status={flaggedResidentNotes.status} />
          {status !== residentStatus.deleted && (
            <Button
              className={styles.residentFlagAct}
              variant="default"
              leftSection={<IconFlag3 size={16} stroke={1.8} aria-hidden />}
              onClick={() => onAct('flag')}
            >
              {m.resident_flag_change()}
            </Button>
          )}
          {isActive && !device_id && (
            <Button variant="default" onClick={() => onAct('assign')}>
              {m.resident_link()}
            </Button>
          )}
          {isActive && leave && (
            <Button variant="default" onClick={() => onAct('endLeave')}>
              {m.leave_end()}
            </Button>
          )}
          {status === residentStatus.discharged && (
            <Button onClick={() => onAct('readmit')}>{m.resident_readmit()}</Button>
          )}
          {status === residentStatus.deleted && (
            <Button onClick={() => onAct('undelete')}>{m.resident_undelete()}</Button>
          )}
          <span className={styles.residentMore}>
            <ResidentMenu resident={resident} onAct={(_, act) => onAct(act)} />
          </span>
        </div>
        <div className={styles.residentRow}>
          <DeviceLine resident={resident} />
        </div>
      </div>
    </header>
  )
}

/** Distinguishes people of the same name; the whole record is below. */
function Details({ resident }: { readonly resident: Resident }) {
  const { floor, dob, mrNo } = resident
  const details = [
    floor && [m.resident_floor(), floor],
    dob && [m.resident_born(), dayText(dob)],
    mrNo && [m.resident_record_no(), mrNo],
  ].filter((detail) => Array.isArray(detail))
  if (details.length === 0) return null
  return (
    <dl className={styles.residentDetails}>
      {details.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** That monitoring is paused, or that consent to it is wanting (PL-5, PL-6). */
function Care({ resident, zone }: { readonly resident: Resident; readonly zone: string }) {
  const { leave, consent, is_consent_review_due, device_id } = resident
  return (
    <ul className={styles.residentCare}>
      {leave && (
        <li>
          <IconCalendarOff size={15} stroke={1.8} aria-hidden />
          {leaveText(leave, zone)}
        </li>
      )}
      {device_id && consent === null && (
        <li>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          {m.consent_missing_notice()}
        </li>
      )}
      {is_consent_review_due && (
        <li>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          {m.consent_filter_review_due()}
        </li>
      )}
    </ul>
  )
}

function DeviceLine({ resident: { device } }: { readonly resident: Resident }) {
  if (!device) return <span className={styles.residentDevice}>{m.resident_device_none()}</span>
  return (
    <span className={styles.residentDevice}>
      <IconDeviceHeartMonitor size={18} stroke={1.6} aria-hidden />
      <span className={styles.residentDeviceName}>{device.device_name || device.device_id}</span>
      <Connection device={device} />
    </span>
  )
}
