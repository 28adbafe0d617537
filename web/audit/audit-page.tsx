import { type AuditEntry, listAuditEntries } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'
import { useCallback, useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { browserZone, instantOfLocal, whenText } from '../shared/form/local-time.ts'
import { timeInput } from '../shared/form/time-input.ts'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { Empty, NoneFound } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { useShownColumns } from '../shared/table/column-choice.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { ListTools, ViewTools } from '../shared/table/list-tools.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { zoneText } from '../shared/time.ts'
import { actGroups, actorText, actText } from './act-words.ts'
import styles from './audit.module.css'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'

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
        <label className={tableToolsStyles.tableLabelled}>
          {m.audit_resident_id()}
          <input
            className={tableToolsStyles.tableInput}
            spellCheck={false}
            autoComplete="off"
            maxLength={64}
            value={resident.text}
            onChange={(event) => resident.type(event.currentTarget.value)}
          />
        </label>
        <select
          className={tableToolsStyles.tableSelect}
          aria-label={m.audit_act()}
          data-chosen={filters.act !== undefined}
          value={filters.act ?? ''}
          onChange={(event) => void change({}, { act: event.currentTarget.value })}
        >
          <option value="">{m.audit_act_all()}</option>
          {actGroups().map(({ noun, label, acts }) => (
            <optgroup key={noun} label={label}>
              <option value={noun}>{m.audit_act_all_of({ group: label })}</option>
              {acts.map((act) => (
                <option key={act.value} value={act.value}>
                  {act.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <FilterSelect
          label={m.audit_clinic()}
          all={m.audit_clinic_all()}
          options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
          value={filters.clinic ?? ''}
          onChange={(value) => void change({}, { clinic: value })}
        />
        <div className={tableToolsStyles.tablePair}>
          <label className={tableToolsStyles.tableLabelled}>
            {m.audit_from()}
            <input
              className={tableToolsStyles.tableInput}
              {...timeInput('datetime-local', filters.from ?? '')}
              onChange={(event) => void change({}, { from: event.currentTarget.value })}
            />
          </label>
          <label className={tableToolsStyles.tableLabelled}>
            {m.audit_until()}
            <input
              className={tableToolsStyles.tableInput}
              {...timeInput('datetime-local', filters.until ?? '')}
              aria-invalid={isBackwards}
              aria-describedby={isBackwards ? 'audit-backwards' : undefined}
              onChange={(event) => void change({}, { until: event.currentTarget.value })}
            />
          </label>
        </div>
        {isBackwards && (
          <p id="audit-backwards" className={styles.auditFault} role="alert">
            {m.common_period_reversed()}
          </p>
        )}
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
