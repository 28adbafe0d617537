import type { Clinic } from '@eupnea/contract/clinics.ts'
import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, listDevices } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { Connection } from '../shared/connection.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { isClinicAdmin, useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { now, sinceText } from '../shared/time.ts'
import { placeText } from '../shared/words.ts'
import styles from './clinic-profile.module.css'
import { firstRows, PanelPager } from './panel-pager.tsx'

interface DevicesPanelProps {
  readonly clinic: Clinic
  readonly isLive: boolean
}

/** The devices of the clinic, where each is and whether it is heard (FA-2). */
export function DevicesPanel({ clinic, isLive }: DevicesPanelProps) {
  const session = useSession()
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
      renderRoot={(props) =>
        session && isClinicAdmin(session) ? (
          <Link {...props} to="/clinic/inventory" onClick={() => chooseClinic(clinic.id)} />
        ) : (
          <Link {...props} to="/devices/manage" search={{ clinic: clinic.id }} />
        )
      }
    >
      {m.device_list_view_all()}
    </Button>
  )
  return (
    <Panel
      title={m.device_list_title()}
      note={total !== undefined && m.device_count({ count: total })}
      aside={allDevices}
    >
      <Answer
        query={query}
        label={m.device_list_loading()}
        isEmpty={({ pagination }) => pagination.total_records === 0}
        empty={<Empty title={m.device_list_empty_title()}>{m.device_of_clinic_empty()}</Empty>}
      >
        {({ items }) => (
          <ul className={styles.clinicRows} aria-label={m.device_list_title()}>
            {items.map((device) => (
              <DeviceRow key={device.device_id} device={device} zone={clinic.tz} isLive={isLive} />
            ))}
          </ul>
        )}
      </Answer>
      <PanelPager
        label={m.device_list_title()}
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
  const { device_id, patient_id, room, floorName, last_seen } = device
  const title = deviceName(device)
  return (
    <li>
      <span className={styles.clinicRowWhat}>
        {patient_id ? (
          <Link
            to="/patient/profile/$patient_id/$device_id"
            params={{ patient_id, device_id }}
            className={tableStyles.tableName}
          >
            {title}
          </Link>
        ) : (
          <b>{title}</b>
        )}
        <span className={tableStyles.tableSub}>
          {patient_id ? placeText(room, floorName) || m.device_in_use() : m.device_unused()}
        </span>
      </span>
      <span className={styles.clinicRowDevice}>
        <Connection device={device} isLive={isLive} />
        <span className={clsx(tableStyles.tableSub, 'tabular')}>
          {last_seen ? m.device_last_reading_at({ time: sinceText(last_seen, zone, now()) }) : m.device_no_readings()}
        </span>
      </span>
    </li>
  )
}
