import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listRooms, type RoomPlace, roomStates } from '@eupnea/contract/residents.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { floorText } from '../shared/words.ts'
import { AssignDevice, RemoveDevice } from './assign-device.tsx'
import { ClinicPage } from './clinic-page.tsx'
import { placeId, placeName, roomColumns } from './room-columns.tsx'
import '../shared/table/admin-page.css'
import './directory.css'
import './resident-header.css'

const order = {} as const
const filterNames = ['state', 'floor'] as const
const states: readonly { readonly value: (typeof roomStates)[number]; readonly label: string }[] = [
  { value: 'connected', label: 'Connected' },
  { value: 'disconnected', label: 'Disconnected' },
  { value: 'no_device', label: 'Residents without a device' },
  { value: 'free', label: 'Free devices' },
]

/** Rooms & Devices: who lies where under which device, and what is free (RE-1). */
export const RoomsPage = () => <ClinicPage of={Rooms} />

function Rooms({ clinic }: { readonly clinic: Clinic }) {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`rooms of ${clinic.id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const [open, setOpen] = useState<RoomPlace | null>(null)
  const state = roomStates.find((known) => known === filters.state)
  const input = {
    clinic_id: clinic.id,
    ...(search && { search }),
    ...(filters.floor && { floor: filters.floor }),
    ...(state && { state }),
  }
  const query = useCall(
    listRooms,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const columns = useMemo(() => roomColumns(clinic.tz, setOpen), [clinic.tz])
  const isNarrowed = search !== '' || Object.keys(filters).length > 0

  function showAll() {
    type('')
    void change({}, { state: '', floor: '' })
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Rooms &amp; Devices</h1>
      </div>
      <search className="table-tools">
        <SearchField
          label="Search rooms by room, name or device"
          placeholder="Room, name or device"
          value={text}
          onChange={type}
        />
        {clinic.floors.length > 0 && (
          <FilterSelect
            label="Floor"
            all="All floors"
            options={clinic.floors.map((floor) => ({ value: floor, label: floorText(floor) }))}
            value={filters.floor ?? ''}
            onChange={(value) => void change({}, { floor: value })}
          />
        )}
        <FilterSelect
          label="Device"
          all="All rooms"
          options={states}
          value={state ?? ''}
          onChange={(value) => void change({}, { state: value })}
        />
      </search>
      <DataTable
        label="Rooms and devices"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={placeId}
        rowName={placeName}
        csv={{ call: listRooms, input }}
        isQuiet
        empty={
          isNarrowed ? (
            <NoneFound title="No room is like that" all="Show all rooms" onAll={showAll}>
              Change the search or the filters.
            </NoneFound>
          ) : (
            <Empty
              title="No rooms yet"
              action={
                <Button variant="default" renderRoot={(props) => <Link {...props} to="/clinic/residents" />}>
                  To the residents
                </Button>
              }
            >
              A room is listed as soon as a resident of {clinic.name} lives in it, and so are free devices.
            </Empty>
          )
        }
      />
      {open?.resident && (
        <DeviceDialog place={open} resident={open.resident} clinic={clinic} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

interface DeviceDialogProps {
  readonly place: RoomPlace
  readonly resident: NonNullable<RoomPlace['resident']>
  readonly clinic: Clinic
  readonly onClose: () => void
}

function DeviceDialog({ place: { room, device }, resident, clinic, onClose }: DeviceDialogProps) {
  if (device) return <RemoveDevice resident={{ ...resident, room, device }} onClose={onClose} />
  return <AssignDevice resident={{ ...resident, room, clinic_id: clinic.id }} zone={clinic.tz} onClose={onClose} />
}
