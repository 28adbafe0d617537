import { useClinics } from '../shared/clinic.ts'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { SearchField } from '../shared/table/search-field.tsx'
import type { DeviceView } from './use-device-view.ts'

/** What stands for the stock among the clinics of the filter. */
export const inStock = 'stock.'

const connections = [
  { value: '1', label: 'Connected' },
  { value: '0', label: 'Disconnected' },
] as const

interface DeviceToolsProps {
  readonly of: DeviceView
  readonly statuses: readonly { readonly value: string; readonly label: string }[]
  readonly hasStock?: boolean
  readonly hasConnection?: boolean
  /** of one clinic, which is not to be chosen */
  readonly isOfOne?: boolean
}

/** Search and filters above a list of devices. */
export function DeviceTools({
  of,
  statuses,
  hasStock = false,
  hasConnection = false,
  isOfOne = false,
}: DeviceToolsProps) {
  const { text, type, filters, change } = of
  const { data: clinics = [] } = useClinics()
  const choices = clinics.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <search className="table-tools">
      <SearchField
        label="Search devices by name, identifier or room"
        placeholder="Name, identifier or room"
        value={text}
        onChange={type}
      />
      {!isOfOne && (
        <FilterSelect
          label="Facility"
          all={hasStock ? 'Facilities and stock' : 'All facilities'}
          options={hasStock ? [{ value: inStock, label: 'In stock' }, ...choices] : choices}
          value={filters.clinic ?? ''}
          onChange={(clinic) => void change({}, { clinic })}
        />
      )}
      <FilterSelect
        label="Status"
        all="Any status"
        options={statuses}
        value={filters.status ?? ''}
        onChange={(status) => void change({}, { status })}
      />
      {hasConnection && (
        <FilterSelect
          label="Connection"
          all="Any connection"
          options={connections}
          value={filters.connection ?? ''}
          onChange={(connection) => void change({}, { connection })}
        />
      )}
    </search>
  )
}

/** The filter's clinic as the calls want it. */
export const placeOf = (clinic: string | undefined) =>
  clinic === undefined ? {} : clinic === inStock ? ({ place: 'stock' } as const) : { clinic_id: clinic }
