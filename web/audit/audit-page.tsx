import { type AuditEntry, listAuditEntries } from '@eupnea/contract/audit.ts'
import { Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { browserZone, instantOfLocal, whenText } from '../shared/form/local-time.ts'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { actGroups, actorText, actText } from './act-words.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'
import '../shared/table/admin-page.css'
import './audit.css'

const order = {}
const filterNames = ['act', 'clinic', 'from', 'until'] as const

/** Who read or changed what, when and from where (AP-5). */
export function AuditPage() {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const toStart = () => (view.page === 1 ? Promise.resolve() : change({}))
  const person = useSearchText('audit-person', toStart)
  const resident = useSearchText('audit-resident', toStart)
  const { data: clinics = [] } = useClinics()
  const clinicName = useMemo(() => {
    const names = new Map(clinics.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? id
  }, [clinics])
  const columns = useMemo(() => auditColumns(clinicName), [clinicName])
  const detailsOf = useCallback(
    (entry: AuditEntry) => <AuditDetails entry={entry} clinicName={clinicName} />,
    [clinicName],
  )
  const from = instantOfLocal(filters.from ?? '')
  const until = instantOfLocal(filters.until ?? '')
  const isBackwards = from !== undefined && until !== undefined && from >= until
  // Only what can be an identifier is asked for; half of one finds nothing, but is no fault.
  const residentId = /^[\w.:@-]{1,64}$/.test(resident.search) ? resident.search : undefined
  const input = {
    ...(person.search && { person: person.search }),
    ...(residentId && { patient_id: residentId }),
    ...(filters.clinic && { clinic_id: filters.clinic }),
    ...(filters.act && { act: filters.act }),
    ...(from && { from }),
    ...(until && { until }),
  }
  const query = useCall(
    listAuditEntries,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const isNarrowed = person.search !== '' || resident.search !== '' || Object.keys(filters).length > 0

  function showAll() {
    person.type('')
    resident.type('')
    void change({}, { act: '', clinic: '', from: '', until: '' })
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Audit log</h1>
      </div>
      <p className="admin-note">
        Every read and change of residents’ data and of users, newest first. Entries cannot be changed or deleted. Times
        are in the zone of this browser, {browserZone()}.
      </p>
      <search className="table-tools audit-tools">
        <div className="table-labelled audit-wide">
          <span aria-hidden>Person</span>
          <SearchField
            label="Person: e-mail or user id"
            placeholder="E-mail or user id"
            value={person.text}
            onChange={person.type}
          />
        </div>
        <label className="table-labelled">
          Resident id
          <input
            className="table-input"
            spellCheck={false}
            autoComplete="off"
            maxLength={64}
            value={resident.text}
            onChange={(event) => resident.type(event.currentTarget.value)}
          />
        </label>
        <label className="table-labelled">
          <span aria-hidden>Act</span>
          <select
            className="table-select"
            aria-label="Act"
            data-chosen={filters.act !== undefined}
            value={filters.act ?? ''}
            onChange={(event) => void change({}, { act: event.currentTarget.value })}
          >
            <option value="">All acts</option>
            {actGroups.map(({ noun, label, acts }) => (
              <optgroup key={noun} label={label}>
                <option value={noun}>{label}: all</option>
                {acts.map((act) => (
                  <option key={act.value} value={act.value}>
                    {act.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <div className="table-labelled audit-wide">
          <span aria-hidden>Facility</span>
          <FilterSelect
            label="Facility"
            all="All facilities"
            options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
            value={filters.clinic ?? ''}
            onChange={(value) => void change({}, { clinic: value })}
          />
        </div>
        <label className="table-labelled audit-wide">
          From
          <input
            className="table-input"
            type="datetime-local"
            value={filters.from ?? ''}
            onChange={(event) => void change({}, { from: event.currentTarget.value })}
          />
        </label>
        <label className="table-labelled audit-wide">
          To
          <input
            className="table-input"
            type="datetime-local"
            value={filters.until ?? ''}
            aria-invalid={isBackwards}
            aria-describedby={isBackwards ? 'audit-backwards' : undefined}
            onChange={(event) => void change({}, { until: event.currentTarget.value })}
          />
        </label>
        {isNarrowed && (
          <Button variant="default" onClick={showAll}>
            Clear search
          </Button>
        )}
      </search>
      {isBackwards && (
        <p id="audit-backwards" className="audit-fault" role="alert">
          To must be after From.
        </p>
      )}
      <DataTable
        label="Audit log"
        columns={columns}
        csv={{ call: listAuditEntries, input }}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        details={detailsOf}
        empty={
          isNarrowed ? (
            <NoneFound title="Nothing was found" all="Show all entries" onAll={showAll}>
              Change the search or the period.
            </NoneFound>
          ) : (
            <Empty title="No entries yet">Acts appear here as soon as somebody does something.</Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: AuditEntry): string => id
const nameOf = (entry: AuditEntry): string => `${actText(entry.act)}, ${actorText(entry)}, ${whenText(entry.at)}`
