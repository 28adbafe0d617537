import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  type Device,
  type DeviceRecord,
  type deviceSorts,
  type InventoryItem,
  listDeviceRecords,
  listDevices,
  listInventory,
} from '@eupnea/contract/devices.ts'
import { useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { useClinics } from '../shared/clinic.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import type { DeviceAct } from './device-acts.ts'
import { deviceColumns, inventoryColumns, recordColumns } from './device-columns.tsx'
import { DeviceTools, placeOf } from './device-tools.tsx'
import { nameOf } from './device-words.ts'
import { SetRecordStatus } from './set-record-status.tsx'
import type { DeviceView } from './use-device-view.ts'

interface ListProps {
  readonly of: DeviceView
  readonly onAct: (device: Device, act: DeviceAct) => void
  /** of that clinic only, by its clock; absent: of any, as filtered, by the browser's */
  readonly clinic?: Pick<Clinic, 'id' | 'tz'>
}

const keepBefore = <T,>(before: T): T => before
const deviceIdOf = ({ device_id }: Device): string => device_id
const recordIdOf = ({ record_id }: DeviceRecord): string => record_id
const recordNameOf = ({ device_name }: DeviceRecord): string => device_name

function useClinicNames(): ReadonlyMap<string, string> {
  const { data } = useClinics()
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
}

function Nothing({
  of,
  noun,
  children,
}: {
  readonly of: DeviceView
  readonly noun: string
  readonly children: string
}) {
  if (!of.isNarrowed) return <Empty title={`No ${noun}s yet`}>{children}</Empty>
  return (
    <NoneFound title={`No ${noun} is like that`} all="Show all" onAll={of.showAll}>
      Change the search or the filters.
    </NoneFound>
  )
}

const occupancy = [
  { value: 'occupied', label: 'With a resident' },
  { value: 'available', label: 'Free' },
] as const

/** Active devices, at clinics and in stock (DE-1, DE-7). */
export function DeviceList({ of, onAct }: Omit<ListProps, 'clinic'>) {
  const { view, filters, search } = of
  const names = useClinicNames()
  const columns = useMemo(() => deviceColumns(names, onAct), [names, onAct])
  const status = occupancy.find(({ value }) => value === filters.status)?.value
  const connection = filters.connection === '0' || filters.connection === '1' ? filters.connection : undefined
  const input: CallArguments<typeof listDevices> = {
    record_status: 'active',
    sort: view.sort as (typeof deviceSorts)[number],
    order: view.order,
    ...placeOf(filters.clinic),
    ...(search && { search }),
    ...(status && { status }),
    ...(connection && { connection }),
  }
  const query = useCall(
    listDevices,
    { ...input, page: view.page, limit: view.pageSize },
    { placeholderData: keepBefore, select: pageOf<Device> },
  )
  return (
    <>
      <DeviceTools of={of} statuses={occupancy} hasStock hasConnection />
      <DataTable
        label="Devices"
        columns={columns}
        csv={{ call: listDevices, input }}
        query={query}
        view={view}
        onView={of.change}
        rowId={deviceIdOf}
        rowName={nameOf}
        empty={
          <Nothing of={of} noun="device">
            Add the first one.
          </Nothing>
        }
      />
    </>
  )
}

const inventoryStatuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const

/** Every device with its status, by name (DE-1, DE-6). */
export function InventoryList({ of, onAct, ownId, clinic }: ListProps & { readonly ownId: string }) {
  const { view, filters, search } = of
  const names = useClinicNames()
  const zone = clinic?.tz ?? browserZone()
  const columns = useMemo(
    () => inventoryColumns(clinic ? null : names, ownId, zone, onAct),
    [clinic, names, ownId, zone, onAct],
  )
  const status = inventoryStatuses.find(({ value }) => value === filters.status)?.value
  const input: CallArguments<typeof listInventory> = {
    ...(clinic ? { clinic_id: clinic.id } : placeOf(filters.clinic)),
    ...(search && { search }),
    ...(status && { status }),
  }
  const query = useCall(
    listInventory,
    { ...input, page: view.page, limit: view.pageSize },
    { placeholderData: keepBefore, select: pageOf<InventoryItem> },
  )
  return (
    <>
      <DeviceTools of={of} statuses={inventoryStatuses} hasStock isOfOne={clinic !== undefined} />
      {!clinic && <BrowserZoneNote />}
      <DataTable
        label="Inventory"
        columns={columns}
        csv={{ call: listInventory, input }}
        query={query}
        view={view}
        onView={of.change}
        rowId={deviceIdOf}
        rowName={nameOf}
        empty={
          <Nothing of={of} noun="device">
            {clinic
              ? 'Devices appear here as soon as an administrator gives them to the facility.'
              : 'Add the first one with Add device.'}
          </Nothing>
        }
      />
    </>
  )
}

const recordStatuses = [
  { value: 'current', label: 'Current' },
  { value: 'previous', label: 'Previous' },
] as const

/** Who lies and lay under which device, newest first (DE-1, DE-3). */
export function RecordList({ of, clinic }: Pick<ListProps, 'of' | 'clinic'>) {
  const { view, filters, search } = of
  const names = useClinicNames()
  const [ending, setEnding] = useState<DeviceRecord | null>(null)
  const zone = clinic?.tz ?? browserZone()
  const columns = useMemo(() => recordColumns(clinic ? null : names, zone, setEnding), [clinic, names, zone])
  const record_status = recordStatuses.find(({ value }) => value === filters.status)?.value
  const { clinic_id } = { clinic_id: clinic?.id, ...(!clinic && placeOf(filters.clinic)) }
  const input: CallArguments<typeof listDeviceRecords> = {
    ...(clinic_id && { clinic_id }),
    ...(search && { search }),
    ...(record_status && { record_status }),
  }
  const query = useCall(
    listDeviceRecords,
    { ...input, page: view.page, limit: view.pageSize },
    { placeholderData: keepBefore, select: pageOf<DeviceRecord> },
  )
  return (
    <>
      <DeviceTools of={of} statuses={recordStatuses} isOfOne={clinic !== undefined} />
      {!clinic && <BrowserZoneNote />}
      <DataTable
        label="Records"
        columns={columns}
        csv={{ call: listDeviceRecords, input }}
        query={query}
        view={view}
        onView={of.change}
        rowId={recordIdOf}
        rowName={recordNameOf}
        empty={
          <Nothing of={of} noun="record">
            A record begins when a resident gets a device.
          </Nothing>
        }
      />
      {ending && <SetRecordStatus record={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
