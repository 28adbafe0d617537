import { type Clinic, listClinics } from '@eupnea/contract/clinics.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCall } from '../shared/api.ts'
import { IconPlus } from '../shared/icons.tsx'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { clinicColumns } from './clinic-columns.tsx'
import { useAdminLive } from './use-admin-live.ts'
import '../shared/table/admin-page.css'
import './clinics.css'

/** By name: the portal's own order. */
const order = {}

/** Clinics: search, page, and what is done with one (FA-1, FA-2). */
export function ManageClinicsPage() {
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Facilities</h1>
        <AddClinic />
      </div>
      <Facilities />
    </div>
  )
}

function AddClinic() {
  return (
    <Button component={Link} to="/facility/add" leftSection={<IconPlus size={16} aria-hidden />}>
      Add facility
    </Button>
  )
}

function Facilities() {
  useAdminLive()
  const { view, change, onView } = useTableView(order)
  const { text, search, type } = useSearchText('clinics', () => (view.page === 1 ? Promise.resolve() : change({})))
  const query = useCall(
    listClinics,
    { page: view.page, page_size: view.pageSize, ...(search && { name: search }) },
    { placeholderData: (before) => before, select: pageOf },
  )
  return (
    <>
      <search className="table-tools">
        <SearchField label="Search facilities by name" placeholder="Name" value={text} onChange={type} />
      </search>
      <DataTable
        label="Facilities"
        columns={clinicColumns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        csv={{ call: listClinics, input: search ? { name: search } : {} }}
        rowName={nameOf}
        empty={
          search ? (
            <NoneFound title="No facility has this name" all="Show all facilities" onAll={() => type('')}>
              Change or clear the search.
            </NoneFound>
          ) : (
            <Empty title="No facilities yet" action={<AddClinic />}>
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
