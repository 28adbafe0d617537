import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type EligibilityLog, listEligibilityLogs } from '@eupnea/contract/eligibility.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
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

/** Uploaded face sheets, each with its own link (BI-4). */
export function EligibilityPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicLogs key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
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
    // Links expire: new ones are fetched before that.
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
        <h1>{m.eligibility_title()}</h1>
      </div>
      <p className="admin-note">{m.eligibility_intro()}</p>
      <search className="table-tools eligibility-tools">
        <SearchField
          label={m.eligibility_search_label()}
          placeholder={m.eligibility_search_hint()}
          value={text}
          onChange={type}
        />
        <label className="table-labelled">
          {m.eligibility_from()}
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
          {m.eligibility_to()}
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
        label={m.eligibility_title()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={fileName}
        csv={{ call: listEligibilityLogs, input }}
        empty={
          isNarrowed ? (
            <NoneFound title={m.eligibility_none_found_title()} all={m.eligibility_show_all()} onAll={showAll}>
              {m.common_try_filters()}
            </NoneFound>
          ) : (
            <Empty title={m.eligibility_empty_title()}>{m.eligibility_empty({ clinic: clinic.name })}</Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: EligibilityLog): string => id
const fileName = ({ information_file }: EligibilityLog): string => information_file
