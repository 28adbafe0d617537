import { type AuditEntry, listAuditEntries } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'
import { useCallback, useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { browserZone, instantOfLocal, whenText } from '../shared/form/local-time.ts'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { Empty, NoneFound } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { useShownColumns } from '../shared/table/column-choice.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { ListTools, ViewTools } from '../shared/table/list-tools.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { zoneText } from '../shared/time.ts'
import { actorText, actText } from './act-words.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditFilters, filterNames } from './audit-filters.tsx'

const order = {}

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
  const { shown, choice } = useShownColumns('audit', columns)
  const detailsOf = useCallback(
    (entry: AuditEntry) => <AuditDetails entry={entry} clinicName={clinicName} />,
    [clinicName],
  )
  const from = instantOfLocal(filters.from ?? '')
  const until = instantOfLocal(filters.until ?? '')
  const isBackwards = from !== undefined && until !== undefined && from >= until
  // Only a possible identifier is sent; half of one finds nothing, but isn't an error.
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
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.audit_title()}</h1>
      </div>
      <p className={adminPageStyles.adminNote}>{m.audit_intro({ zone: zoneText(browserZone()) })}</p>
      <ListTools
        isLabelled
        chosen={Object.keys(filters).length + (resident.search === '' ? 0 : 1)}
        onClear={isNarrowed ? showAll : undefined}
        search={
          <SearchField
            label={m.audit_person_label()}
            placeholder={m.audit_person_hint()}
            value={person.text}
            onChange={person.type}
          />
        }
      >
        <AuditFilters
          filters={filters}
          residentId={resident.text}
          onResidentId={resident.type}
          isBackwards={isBackwards}
          onFilter={(filter) => void change({}, filter)}
        />
        <ViewTools>
          {choice}
          <SavedViews list="audit" label={m.audit_title()} />
        </ViewTools>
      </ListTools>
      <DataTable
        label={m.audit_title()}
        columns={shown}
        source={{ call: listAuditEntries, input, rowsOf: pageOf }}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={entryName}
        details={detailsOf}
        empty={
          isNarrowed ? (
            <NoneFound title={m.audit_none_found_title()} all={m.audit_show_all()} onAll={showAll}>
              {m.audit_none_found()}
            </NoneFound>
          ) : (
            <Empty title={m.audit_empty_title()}>{m.audit_empty()}</Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: AuditEntry): string => id
const entryName = (entry: AuditEntry): string =>
  m.audit_row_label({ act: actText(entry.act), person: actorText(entry), time: whenText(entry.at) })
