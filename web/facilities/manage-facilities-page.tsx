import { type Clinic, listClinics } from '@eupnea/contract/facilities.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useCall } from '../shared/api.ts'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { facilityColumns } from './facility-columns.tsx'
import { useAdminLive } from './use-admin-live.ts'
import '../shared/table/admin-page.css'
import './facilities.css'

/** By name: the portal's own order. */
const order = {}

/** Facilities: search, page, and what is done with one (FA-1, FA-2). */
export function ManageFacilitiesPage() {
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Facilities</h1>
        <AddFacility />
      </div>
      <Facilities />
    </div>
  )
}

function AddFacility() {
  return (
    <Button component={Link} to="/facility/add" leftSection={<IconPlus size={16} aria-hidden />}>
      Add facility
    </Button>
  )
}

function Facilities() {
  useAdminLive()
  const { view, change } = useTableView(order)
  const { text, search, type } = useSearchText('facilities', () => (view.page === 1 ? Promise.resolve() : change({})))
  const query = useCall(
    listClinics,
    { page: view.page, page_size: view.pageSize, ...(search && { name: search }) },
    { placeholderData: (before) => before, select: pageOf },
  )
  const onView = useCallback((next: Parameters<typeof change>[0]) => change(next), [change])
  return (
    <>
      <search className="table-tools">
        <SearchField label="Search facilities by name" placeholder="Name" value={text} onChange={type} />
      </search>
      <DataTable
        label="Facilities"
        columns={facilityColumns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        csv={{ call: listClinics, input: search ? { name: search } : {} }}
        rowName={nameOf}
        empty={
          search ? (
            <Empty
              title="No facility has this name"
              action={
                <Button variant="default" onClick={() => type('')}>
                  Show all facilities
                </Button>
              }
            >
              Change or clear the search.
            </Empty>
          ) : (
            <Empty title="No facilities yet" action={<AddFacility />}>
              Residents, devices and staff belong to a facility: add the first one.
            </Empty>
          )
        }
      />
    </>
  )
}

const idOf = ({ id }: Clinic): string => id
const nameOf = ({ name }: Clinic): string => name

const pageOf = ({ items, pagination }: { items: Clinic[]; pagination: { total_records: number } }) => ({
  rows: items,
  total: pagination.total_records,
})
