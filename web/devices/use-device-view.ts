import { deviceSorts } from '@eupnea/contract/devices.ts'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'

const order = { sorts: deviceSorts } as const
const filterNames = ['tab', 'clinic', 'status', 'connection'] as const

/** Page, order and filters of the page's list as the address has them, and what is searched for. */
export function useDeviceView() {
  const { view, filters, change } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText('devices', () => (view.page === 1 ? Promise.resolve() : change({})))
  const isNarrowed = search !== '' || Boolean(filters.clinic || filters.status || filters.connection)
  function showAll() {
    type('')
    void change({}, { clinic: '', status: '', connection: '' })
  }
  return { view, filters, change, text, search, type, isNarrowed, showAll }
}

export type DeviceView = ReturnType<typeof useDeviceView>
