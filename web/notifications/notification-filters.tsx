import { notificationKinds } from '@eupnea/contract/notification-kinds.ts'
import { notificationSeverities, notificationStates } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { SearchField } from '../shared/table/search-field.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { kindLabels, severityLabels, stateLabels } from './notification-words.ts'
import styles from './notifications.module.css'

export const filterNames = ['state', 'kind', 'severity', 'seen', 'from', 'until'] as const
type Filters = Readonly<Partial<Record<(typeof filterNames)[number], string>>>

const states = () => notificationStates.map((value) => ({ value, label: stateLabels[value]() }))
const kinds = () => notificationKinds.map((value) => ({ value, label: kindLabels[value]() }))
const severities = () => notificationSeverities.map((value) => ({ value, label: severityLabels[value]() }))
const views = () => [
  { value: 'false', label: m.notification_filter_unseen() },
  { value: 'true', label: m.notification_filter_seen() },
]

interface NotificationFiltersProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly filters: Filters
  readonly onFilter: (filters: Filters) => void
  /** absent if no filter is set */
  readonly onClear: (() => void) | undefined
}

export function NotificationFilters({ text, onText, filters, onFilter, onClear }: NotificationFiltersProps) {
  return (
    <search className={tableToolsStyles.tableTools}>
      <SearchField
        label={m.notification_search_label()}
        placeholder={m.notification_search_hint()}
        value={text}
        onChange={onText}
      />
      <FilterSelect
        label={m.notification_state_label()}
        all={m.notification_state_all()}
        options={states()}
        value={filters.state ?? ''}
        onChange={(state) => onFilter({ state })}
      />
      <FilterSelect
        label={m.notification_kind_label()}
        all={m.notification_kind_all()}
        options={kinds()}
        value={filters.kind ?? ''}
        onChange={(kind) => onFilter({ kind })}
      />
      <FilterSelect
        label={m.notification_severity_label()}
        all={m.notification_severity_all()}
        options={severities()}
        value={filters.severity ?? ''}
        onChange={(severity) => onFilter({ severity })}
      />
      <FilterSelect
        label={m.notification_state_seen()}
        all={m.notification_seen_all()}
        options={views()}
        value={filters.seen ?? ''}
        onChange={(seen) => onFilter({ seen })}
      />
      <Day label={m.notification_from_label()} value={filters.from} onChange={(from) => onFilter({ from })} />
      <Day label={m.notification_until_label()} value={filters.until} onChange={(until) => onFilter({ until })} />
      {onClear && (
        <Button variant="default" onClick={onClear}>
          {m.common_clear_filters()}
        </Button>
      )}
    </search>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

const Day = ({ label, value, onChange }: DayProps) => (
  <label className={styles.notificationDay}>
    {label}
    <input
      className={tableToolsStyles.tableInput}
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)
