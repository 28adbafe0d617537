import type { Clinic } from '@eupnea/contract/clinics.ts'
import { deviceName } from '@eupnea/contract/device-name.ts'
import {
  type Device,
  type DeviceRecord,
  deviceSorts,
  listDeviceRecords,
  listDevices,
  listInventory,
} from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { useClinics } from '../shared/clinic.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { lazyPart } from '../shared/parts.ts'
import { type ListFilter, ListPage } from '../shared/table/list-page.tsx'
import { devicesSearch } from '../shared/table/search-names.ts'
import type { Chosen } from '../shared/table/table-features.ts'
import { withoutIds } from '../shared/table/table-shape.tsx'
import type { DeviceAct } from './device-acts.ts'
import { deviceColumns, inventoryColumns, recordColumns } from './device-columns.tsx'
import { SetRecordStatus } from './set-record-status.tsx'

interface ListProps {
  readonly onAct: (device: Device, act: DeviceAct) => void
  /** of that clinic only, by its clock; absent: of any, as filtered, by the browser's */
  readonly clinic?: Pick<Clinic, 'id' | 'tz'>
  /** the button by which whoever looks adds sensors to it, if they may */
  readonly add?: ReactNode
}

const order = { sorts: deviceSorts } as const
const deviceIdOf = ({ device_id }: Device): string => device_id
const recordIdOf = ({ record_id }: DeviceRecord): string => record_id
const recordNameOf = ({ device_name }: DeviceRecord): string => device_name

function useClinicNames(): ReadonlyMap<string, string> {
  const { data } = useClinics()
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
}

/** The filter's value for stock, beside the clinics. */
export const inStock = 'stock.'

/** @param hasStock devices may be in stock too; a record is always of a clinic */
const clinicFilter = (names: ReadonlyMap<string, string>, hasStock: boolean): ListFilter => ({
  name: 'clinic',
  label: m.clinic_label(),
  all: hasStock ? m.device_list_clinics_and_stock() : m.device_list_all_clinics(),
  options: [
    ...(hasStock ? [{ value: inStock, label: m.device_in_stock() }] : []),
    ...[...names].map(([value, label]) => ({ value, label })),
  ],
  inputOf: (clinic_id) => (clinic_id === inStock ? { place: 'stock' } : { clinic_id }),
})

const search = () => ({ name: devicesSearch, label: m.device_list_search(), placeholder: m.device_list_search_hint() })
const noDevice = () => ({ title: m.device_list_none_found(), all: m.device_list_show_all() })

const loadMany = () => import('./act-on-devices.tsx')
const MoveDevices = lazyPart(async () => (await loadMany()).MoveDevices)
const ReturnDevices = lazyPart(async () => (await loadMany()).ReturnDevices)

/** What administrators do to several at a time. */
function useManyDevices() {
  const [chosen, setChosen] = useState<Chosen>({})
  const [act, setAct] = useState<'move' | 'return' | null>(null)
  const of = {
    chosen,
    onClose: () => setAct(null),
    onDone: (done: readonly string[]) => setChosen((before) => withoutIds(before, done)),
  }
  const many = {
    chosen,
    onChange: setChosen,
    text: m.device_list_chosen({ count: Object.keys(chosen).length }),
    acts: (
      <>
        <Button size="compact-md" variant="default" onClick={() => setAct('move')}>
          {m.device_move_many_act()}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAct('return')}>
          {m.device_return()}
        </Button>
      </>
    ),
  }
  const dialog = (
    <Suspense>
      {act === 'move' && <MoveDevices {...of} />}
      {act === 'return' && <ReturnDevices {...of} />}
    </Suspense>
  )
  return { many, dialog }
}

/** Active devices, at clinics and in stock (DE-1, DE-7). */
export function DeviceList({ onAct }: Omit<ListProps, 'clinic'>) {
  const names = useClinicNames()
  const { many, dialog } = useManyDevices()
  const columns = useMemo(() => deviceColumns(names, onAct), [names, onAct])
  return (
    <>
      <ListPage
        name="devices"
        label={m.device_list_title()}
        call={listDevices}
        input={{ record_status: 'active' }}
        order={order}
        search={search()}
        filters={[
          clinicFilter(names, true),
          {
            name: 'status',
            label: m.device_list_status(),
            all: m.device_list_any_status(),
            options: [
              { value: 'occupied', label: m.device_list_occupied() },
              { value: 'available', label: m.device_list_available() },
            ],
          },
          {
            name: 'connection',
            label: m.device_list_connection(),
            all: m.device_list_any_connection(),
            options: [
              { value: '1', label: m.device_list_connected() },
              { value: '0', label: m.device_list_disconnected() },
            ],
          },
        ]}
        columns={columns}
        many={many}
        sizeName="limit"
        rowId={deviceIdOf}
        rowName={deviceName}
        noneFound={noDevice()}
        empty={{ title: m.device_list_empty_title(), text: m.device_list_empty() }}
      />
      {dialog}
    </>
  )
}

/** Every device with its status, by name (DE-1, DE-6). */
export function InventoryList({ onAct, ownId, clinic, add }: ListProps & { readonly ownId: string }) {
  const names = useClinicNames()
  const zone = clinic?.tz ?? browserZone()
  const columns = useMemo(
    () => inventoryColumns(clinic ? null : names, ownId, zone, onAct),
    [clinic, names, ownId, zone, onAct],
  )
  return (
    <ListPage
      name="inventory"
      label={m.device_inventory_title()}
      call={listInventory}
      input={clinic ? { clinic_id: clinic.id } : {}}
      search={search()}
      filters={[
        ...(clinic ? [] : [clinicFilter(names, true)]),
        {
          name: 'status',
          label: m.device_list_status(),
          all: m.device_list_any_status(),
          options: [
            { value: 'active', label: m.device_list_active() },
            { value: 'inactive', label: m.device_list_inactive() },
          ],
        },
      ]}
      columns={columns}
      sizeName="limit"
      rowId={deviceIdOf}
      rowName={deviceName}
      note={!clinic && <BrowserZoneNote />}
      noneFound={noDevice()}
      empty={{
        title: m.device_list_empty_title(),
        text: clinic && !add ? m.device_inventory_empty_of_clinic() : m.device_list_empty(),
        act: add,
      }}
    />
  )
}

/** Current and previous links of devices to residents, newest first (DE-1, DE-3). */
export function RecordList({ clinic }: Pick<ListProps, 'clinic'>) {
  const names = useClinicNames()
  const [ending, setEnding] = useState<DeviceRecord | null>(null)
  const zone = clinic?.tz ?? browserZone()
  const columns = useMemo(() => recordColumns(clinic ? null : names, zone, setEnding), [clinic, names, zone])
  return (
    <>
      <ListPage
        name="records"
        label={m.device_records_title()}
        call={listDeviceRecords}
        input={clinic ? { clinic_id: clinic.id } : {}}
        search={search()}
        filters={[
          ...(clinic ? [] : [clinicFilter(names, false)]),
          {
            name: 'status',
            label: m.device_list_status(),
            all: m.device_list_any_status(),
            options: [
              { value: 'current', label: m.device_records_current() },
              { value: 'previous', label: m.device_records_previous() },
            ],
            inputOf: (record_status) => ({ record_status }),
          },
        ]}
        columns={columns}
        sizeName="limit"
        rowId={recordIdOf}
        rowName={recordNameOf}
        note={!clinic && <BrowserZoneNote />}
        noneFound={{ title: m.device_records_none_found(), all: m.device_list_show_all() }}
        empty={{ title: m.device_records_empty_title(), text: m.device_records_empty() }}
      />
      {ending && <SetRecordStatus record={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
