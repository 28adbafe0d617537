import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Words } from '@eupnea/contract/field-kinds.ts'
import { listRooms, type RoomPlace, roomStates } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useMemo, useState } from 'react'
import { useFloors } from '../shared/clinic.ts'
import { type ListFilter, ListPage } from '../shared/table/list-page.tsx'
import { roomsOf } from '../shared/table/search-names.ts'
import { ToResidents } from '../shared/to-residents.tsx'
import { AssignDevice, RemoveDevice } from './assign-device.tsx'
import { floorOptions } from './floor-options.ts'
import { placeId, placeName, roomColumns } from './room-columns.tsx'

const states: Record<(typeof roomStates)[number], Words> = {
  connected: m.resident_rooms_connected,
  disconnected: m.resident_rooms_disconnected,
  no_device: m.resident_rooms_no_device,
  free: m.resident_rooms_free,
}
const stateFilter = (): ListFilter => ({
  name: 'state',
  label: m.resident_device(),
  all: m.resident_rooms_all(),
  options: roomStates.map((value) => ({ value, label: states[value]() })),
})

/** Rooms and devices: residents by room, their devices, and available ones (RE-1). */
export function Rooms({ clinic }: { readonly clinic: Clinic }) {
  const [open, setOpen] = useState<RoomPlace | null>(null)
  const columns = useMemo(() => roomColumns(clinic.tz, setOpen), [clinic.tz])
  const floors = useFloors(clinic)
  return (
    <>
      <ListPage
        name="rooms"
        title={m.resident_rooms_title()}
        label={m.resident_rooms()}
        call={listRooms}
        input={{ clinic_id: clinic.id }}
        search={{
          name: roomsOf(clinic.id),
          label: m.resident_rooms_search(),
          placeholder: m.resident_rooms_search_hint(),
        }}
        filters={[
          {
            name: 'floor',
            label: m.resident_floor(),
            all: m.common_all_floors(),
            options: floorOptions(floors),
          },
          stateFilter(),
        ]}
        columns={columns}
        rowId={placeId}
        rowName={placeName}
        noneFound={{ title: m.resident_rooms_none_found(), all: m.resident_rooms_show_all() }}
        empty={{
          title: m.resident_rooms_empty_title(),
          text: m.resident_rooms_empty(),
          act: <ToResidents />,
        }}
        isQuiet
      />
      {open?.resident && (
        <DeviceDialog place={open} resident={open.resident} clinic={clinic} onClose={() => setOpen(null)} />
      )}
    </>
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
