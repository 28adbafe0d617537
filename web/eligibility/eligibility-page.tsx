import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type EligibilityLog, listEligibilityLogs } from '@eupnea/contract/eligibility.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { Empty, Failed, Loading, NoneFound } from '../shared/states.tsx'
import '../shared/table/admin-page.css'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import '../shared/table/table-tools.css'
import { eligibilityColumns } from './eligibility-columns.tsx'
import { refreshMs } from './file-links.ts'

const order = {}
const filterNames = ['from', 'to'] as const
const isDay = (day: string | undefined): day is string => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(day ?? '')

/** Face sheets that were stored, each to be opened by a link of its own (BI-4). */
export function EligibilityPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicLogs key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label="Fetching the facility" />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>Eligibility logs are here as soon as your account may see a facility.</NoClinic>
}

function ClinicLogs({ clinic }: { readonly clinic: Clinic }) {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`eligibility of ${clinic.id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const input = {
    clinic_id: clinic.id,
    ...(search && { search }),
    ...(isDay(filters.from) && { start_date: filters.from }),
    ...(isDay(filters.to) && { end_date: filters.to }),
  }
  const query = useCall(
    listEligibilityLogs,
    { ...input, page: view.page, page_size: view.pageSize },
    // Links end: new ones are there before that.
    { placeholderData: (before) => before, select: pageOf, refetchInterval: refreshMs },
  )
  const columns = useMemo(() => eligibilityColumns(clinic.tz), [clinic.tz])
  const isNarrowed = search !== '' || Object.keys(filters).length > 0

  function showAll() {
    type('')
    void change({}, { from: '', to: '' })
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Eligibility logs</h1>
      </div>
      <p className="admin-note">
        Every face sheet that was stored, newest first. A link opens its document for 15 minutes and is made anew each
        time the list is fetched; each opening is logged.
      </p>
      <search className="table-tools eligibility-tools">
        <SearchField
          label="Search by name, room, billing information or file"
          placeholder="Name, room, billing or file"
          value={text}
          onChange={type}
        />
        <label className="table-labelled">
          From
          <input
            className="table-input"
            type="date"
            min={firstDay}
            max={filters.to}
            value={filters.from ?? ''}
            onChange={(event) => void change({}, { from: event.currentTarget.value })}
          />
        </label>
        <label className="table-labelled">
          To
          <input
            className="table-input"
            type="date"
            min={filters.from ?? firstDay}
            value={filters.to ?? ''}
            onChange={(event) => void change({}, { to: event.currentTarget.value })}
          />
        </label>
      </search>
      <DataTable
        label="Eligibility logs"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        csv={{ call: listEligibilityLogs, input }}
        empty={
          isNarrowed ? (
            <NoneFound title="No face sheet is like that" all="Show all eligibility logs" onAll={showAll}>
              Change the search or the days.
            </NoneFound>
          ) : (
            <Empty title="No face sheets yet">
              A face sheet that is added to a resident of {clinic.name} is logged here, and stays when another replaces
              it.
            </Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: EligibilityLog): string => id
const nameOf = ({ information_file }: EligibilityLog): string => information_file
