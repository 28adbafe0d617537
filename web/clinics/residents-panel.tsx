import type { Clinic } from '@eupnea/contract/clinics.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { listResidents, type Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Connection } from '../shared/connection.tsx'
import { FlagBadge } from '../shared/flag-badge.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { placeText } from '../shared/words.ts'
import styles from './clinic-profile.module.css'
import { OpenDashboard } from './open-dashboard.tsx'
import { firstRows, PanelPager } from './panel-pager.tsx'

interface ResidentsPanelProps {
  readonly clinic: Clinic
  readonly isLive: boolean
}

/** Active residents with their sensor and flag (FA-2). */
export function ResidentsPanel({ clinic, isLive }: ResidentsPanelProps) {
  const [view, setView] = useState(firstRows)
  const query = useCall(
    listResidents,
    { clinic_id: clinic.id, status: '1', page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before },
  )
  const total = query.data?.pagination.total_records
  return (
    <Panel
      title={m.resident_list_title()}
      note={total !== undefined && m.resident_count_active({ count: numberText(total) })}
      aside={<OpenDashboard clinic={clinic} size="compact-md" variant="default" />}
    >
      <Answer
        query={query}
        label={m.resident_loading()}
        height={490}
        quiet={m.resident_list_title()}
        isEmpty={({ pagination }) => pagination.total_records === 0}
        empty={<Empty title={m.resident_list_empty_title()}>{m.resident_list_empty({ clinic: clinic.name })}</Empty>}
      >
        {({ items }) => (
          <ul className={styles.clinicRows} aria-label={m.resident_list_title()}>
            {items.map((resident) => (
              <ResidentRow key={resident.patient_id} resident={resident} isLive={isLive} />
            ))}
          </ul>
        )}
      </Answer>
      <PanelPager
        label={m.resident_list_title()}
        view={view}
        rows={query.data?.items.length ?? 0}
        total={total ?? 0}
        onView={setView}
      />
    </Panel>
  )
}

function ResidentRow({ resident, isLive }: { readonly resident: Resident; readonly isLive: boolean }) {
  const { patient_id, room, floor, device, flaggedResidentNotes } = resident
  return (
    <li>
      <span className={styles.clinicRowWhat}>
        <Link to="/patient/profile/$patient_id" params={{ patient_id }} className={tableStyles.tableName}>
          {residentName(resident)}
        </Link>
        <span className={tableStyles.tableSub}>{placeText(room, floor) || m.resident_room_none()}</span>
      </span>
      {flaggedResidentNotes.status !== 1 && <FlagBadge status={flaggedResidentNotes.status} />}
      <span className={styles.clinicRowDevice}>
        {device ? (
          <>
            <Connection device={device} isLive={isLive} />
            <span className={tableStyles.tableSub}>{device.device_name}</span>
          </>
        ) : (
          <span className={tableStyles.tableSub}>{m.resident_device_none()}</span>
        )}
      </span>
    </li>
  )
}
