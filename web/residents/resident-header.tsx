import { residentName } from '@eupnea/contract/resident-name.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Connection } from '../shared/connection.tsx'
import { IconArrowLeft, IconDeviceHeartMonitor, IconFlag3, IconUserOff } from '../shared/icons.tsx'
import { dayText } from '../shared/time.ts'
import { FlagBadge } from './flag-badge.tsx'
import type { ResidentAct } from './resident-acts.ts'
import './resident-header.css'

export interface BackLink {
  readonly to: string
  readonly label: string
}

interface ResidentHeaderProps {
  readonly back: BackLink | undefined
  readonly resident: Resident
  readonly onAct: (act: ResidentAct) => void
}

/** Room first, then the name; flag, device and what can be done. */
export function ResidentHeader({ back, resident, onAct }: ResidentHeaderProps) {
  const { status, room, flaggedResidentNotes, device_id } = resident
  const isActive = status === residentStatus.active
  return (
    <header className="resident-head" data-flag={flaggedResidentNotes.status}>
      <div className="resident-who">
        {back && (
          <Link to={back.to} className="resident-back">
            <IconArrowLeft size={16} stroke={1.8} aria-hidden />
            {back.label}
          </Link>
        )}
        <h1>
          {room && (
            <span className="resident-room">
              <span className="visually-hidden">Room </span>
              {room}
            </span>
          )}
          <span>{residentName(resident)}</span>
          {!isActive && (
            <span className="resident-gone">
              <IconUserOff size={15} stroke={1.8} aria-hidden />
              {status === residentStatus.discharged ? 'Discharged' : 'Deleted'}
            </span>
          )}
        </h1>
        <Details resident={resident} />
      </div>
      <div className="resident-state">
        <div className="resident-row">
          <FlagBadge status={flaggedResidentNotes.status} />
          {status !== residentStatus.deleted && (
            <Button
              variant="default"
              leftSection={<IconFlag3 size={16} stroke={1.8} aria-hidden />}
              onClick={() => onAct('flag')}
            >
              Change flag
            </Button>
          )}
        </div>
        <div className="resident-row">
          <DeviceLine resident={resident} />
          {isActive && (
            <Button variant="default" onClick={() => onAct(device_id ? 'remove' : 'assign')}>
              {device_id ? 'Remove from device' : 'Link device'}
            </Button>
          )}
          {isActive && (
            <Button variant="default" onClick={() => onAct('discharge')}>
              Discharge
            </Button>
          )}
          {status === residentStatus.discharged && <Button onClick={() => onAct('readmit')}>Readmit</Button>}
          {status === residentStatus.deleted && <Button onClick={() => onAct('undelete')}>Undelete</Button>}
        </div>
      </div>
    </header>
  )
}

/** What tells people of one name apart; the whole record is below. */
function Details({ resident }: { readonly resident: Resident }) {
  const { floor, dob, mrNo } = resident
  const details = [floor && ['Floor', floor], dob && ['Born', dayText(dob)], mrNo && ['Record number', mrNo]].filter(
    (detail) => Array.isArray(detail),
  )
  if (details.length === 0) return null
  return (
    <dl className="resident-details">
      {details.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DeviceLine({ resident: { device } }: { readonly resident: Resident }) {
  if (!device) return <span className="resident-device">No device</span>
  return (
    <span className="resident-device">
      <IconDeviceHeartMonitor size={18} stroke={1.6} aria-hidden />
      <span className="resident-device-name">{device.device_name || device.device_id}</span>
      <Connection device={device} />
    </span>
  )
}
