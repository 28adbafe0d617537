import type { CallArguments } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listResidents, type Resident, residentSorts } from '@eupnea/contract/residents.ts'
import { Button } from '@mantine/core'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { IconUserPlus } from '../shared/icons.tsx'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { floorText } from '../shared/words.ts'
import { ClinicPage } from './clinic-page.tsx'
import { ResidentActDialog } from './resident-act-dialog.tsx'
import type { ResidentAct } from './resident-acts.ts'
import { residentColumns } from './resident-columns.tsx'
import { nameOf } from './resident-name.ts'
import '../shared/table/admin-page.css'
import './directory.css'
import './resident-header.css'
import { lazyPart } from '../shared/parts.ts'

const ResidentDrawer = lazyPart(async () => (await import('./resident-drawer.tsx')).ResidentDrawer)

const order = { sorts: residentSorts } as const
const filterNames = ['status', 'floor', 'device'] as const
const statuses = [
  { value: '1', label: 'Active' },
  { value: '2', label: 'Discharged' },
  { value: '0', label: 'Deleted' },
] as const
const devices = [
  { value: 'with', label: 'With a device' },
  { value: 'without', label: 'Without a device' },
] as const

/** The directory of residents: search, filter, sort, page, and what is done to one (RE-1 to RE-4). */
export const ResidentsPage = () => <ClinicPage of={Directory} />

function Directory({ clinic }: { readonly clinic: Clinic }) {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`residents of ${clinic.id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const [open, setOpen] = useState<{ resident: Resident; act: ResidentAct } | null>(null)
  const [isAdding, setAdding] = useState(false)
  const input: CallArguments<typeof listResidents> = {
    clinic_id: clinic.id,
    status: statuses.some(({ value }) => value === filters.status) ? filters.status : '0,1,2',
    sort: view.sort as (typeof residentSorts)[number],
    order: view.order,
    ...(search && { search }),
    ...(filters.floor && { floor: filters.floor }),
    ...((filters.device === 'with' || filters.device === 'without') && { device: filters.device }),
  }
  const query = useCall(
    listResidents,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const onAct = useCallback((resident: Resident, act: ResidentAct) => setOpen({ resident, act }), [])
  const columns = useMemo(() => residentColumns(onAct), [onAct])
  const isNarrowed = search !== '' || Object.keys(filters).length > 0
  const add = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add resident
    </Button>
  )

  function showAll() {
    type('')
    void change({}, { status: '', floor: '', device: '' })
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Residents</h1>
        {add}
      </div>
      <search className="table-tools">
        <SearchField
          label="Search residents by name, room or device"
          placeholder="Name, room or device"
          value={text}
          onChange={type}
        />
        <FilterSelect
          label="Status"
          all="Any status"
          options={statuses}
          value={filters.status ?? ''}
          onChange={(value) => void change({}, { status: value })}
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
          all="With or without a device"
          options={devices}
          value={filters.device ?? ''}
          onChange={(value) => void change({}, { device: value })}
        />
      </search>
      <DataTable
        label="Residents"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        csv={{ call: listResidents, input }}
        isQuiet
        empty={
          isNarrowed ? (
            <NoneFound title="No resident is like that" all="Show all residents" onAll={showAll}>
              Change the search or the filters.
            </NoneFound>
          ) : (
            <Empty title="No residents yet" action={add}>
              Residents of {clinic.name} are listed here as soon as they are added.
            </Empty>
          )
        }
      />
      {open && <ResidentActDialog {...open} clinic={clinic} onClose={() => setOpen(null)} />}
      {isAdding && (
        <Suspense>
          <ResidentDrawer clinic={clinic} resident={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

const idOf = ({ patient_id }: Resident): string => patient_id
