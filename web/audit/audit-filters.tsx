import { m } from '@eupnea/texts'
import { useClinics } from '../shared/clinic.ts'
import { timeInput } from '../shared/form/time-input.ts'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { actGroups } from './act-words.ts'
import styles from './audit.module.css'

export const filterNames = ['act', 'clinic', 'from', 'until'] as const
type Filters = { readonly [name in (typeof filterNames)[number]]?: string }

interface AuditFiltersProps {
  readonly filters: Filters
  readonly residentId: string
  readonly onResidentId: (text: string) => void
  /** the period ends before it begins */
  readonly isBackwards: boolean
  /** an empty text takes a filter away */
  readonly onFilter: (filter: Filters) => void
}

export function AuditFilters({ filters, residentId, onResidentId, isBackwards, onFilter }: AuditFiltersProps) {
  const { data: clinics = [] } = useClinics()
  return (
    <>
      <label className={tableToolsStyles.tableLabelled}>
        {m.audit_resident_id()}
        <input
          className={tableToolsStyles.tableInput}
          spellCheck={false}
          autoComplete="off"
          maxLength={64}
          value={residentId}
          onChange={(event) => onResidentId(event.currentTarget.value)}
        />
      </label>
      <select
        className={tableToolsStyles.tableSelect}
        aria-label={m.audit_act()}
        data-chosen={filters.act !== undefined}
        value={filters.act ?? ''}
        onChange={(event) => onFilter({ act: event.currentTarget.value })}
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
        isFixed
        options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.clinic ?? ''}
        onChange={(value) => onFilter({ clinic: value })}
      />
      <div className={tableToolsStyles.tablePair}>
        <label className={tableToolsStyles.tableLabelled}>
          {m.audit_from()}
          <input
            className={tableToolsStyles.tableInput}
            {...timeInput('datetime-local', filters.from ?? '')}
            onChange={(event) => onFilter({ from: event.currentTarget.value })}
          />
        </label>
        <label className={tableToolsStyles.tableLabelled}>
          {m.audit_until()}
          <input
            className={tableToolsStyles.tableInput}
            {...timeInput('datetime-local', filters.until ?? '')}
            aria-invalid={isBackwards}
            aria-describedby={isBackwards ? 'audit-backwards' : undefined}
            onChange={(event) => onFilter({ until: event.currentTarget.value })}
          />
        </label>
      </div>
      {isBackwards && (
        <p id="audit-backwards" className={styles.auditFault} role="alert">
          {m.common_period_reversed()}
        </p>
      )}
    </>
  )
}
