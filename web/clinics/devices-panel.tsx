import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type Device, listDevices } from '@eupnea/contract/devices.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Connection } from '../shared/connection.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { now, sinceText } from '../shared/time.ts'
import { countText, placeText } from '../shared/words.ts'
import { firstRows, PanelPager } from './panel-pager.tsx'

interface DevicesPanelProps {
  readonly clinic: Clinic
  readonly isLive: boolean
}

/** The devices of the clinic, where each is and whether it is heard (FA-2). */
export function DevicesPanel({ clinic, isLive }: DevicesPanelProps) {
  const [view, setView] = useState(firstRows)
  const query = useCall(
    listDevices,
    { clinic_id: clinic.id, page: view.page, limit: view.pageSize },
    { placeholderData: (before) => before },
  )
  const total = query.data?.pagination.total_records
  const allDevices = (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/devices/manage" search={{ clinic: clinic.id }} />}
    >
      In the list of devices
    </Button>
  )
  return (
    <Panel title="Devices" note={total !== undefined && countText(total, 'device')} aside={allDevices}>
      <Answer
        query={query}
        label="Fetching devices"
        isEmpty={({ pagination }) => pagination.total_records === 0}
        empty={<Empty title="No devices">Devices that are given to this facility appear here.</Empty>}
      >
        {({ items }) => (
          <ul className="clinic-rows" aria-label="Devices">
            {items.map((device) => (
              <DeviceRow key={device.device_id} device={device} zone={clinic.tz} isLive={isLive} />
            ))}
          </ul>
        )}
      </Answer>
      <PanelPager
        label="Devices"
        view={view}
        rows={query.data?.items.length ?? 0}
        total={total ?? 0}
        onView={setView}
      />
    </Panel>
  )
}

interface DeviceRowProps {
  readonly device: Device
  readonly zone: string
  readonly isLive: boolean
}

function DeviceRow({ device, zone, isLive }: DeviceRowProps) {
  const { device_id, device_uid, name, patient_id, room, floorName, last_seen } = device
  const title = name || device_uid
  return (
    <li>
      <span className="clinic-row-what">
        {patient_id ? (
          <Link to="/patient/profile/$patient_id/$device_id" params={{ patient_id, device_id }} className="table-name">
            {title}
          </Link>
        ) : (
          <b>{title}</b>
        )}
        <span className="table-sub">{patient_id ? placeText(room, floorName) || 'In use' : 'Not in use'}</span>
      </span>
      <span className="clinic-row-device">
        <Connection device={device} isLive={isLive} />
        <span className="table-sub tabular">
          {last_seen ? `Last reading ${sinceText(last_seen, zone, now())}` : 'No reading yet'}
        </span>
      </span>
    </li>
  )
}
