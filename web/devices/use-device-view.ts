import { useTableView } from '../shared/table/use-table-view.ts'

const order = {} as const
const filterNames = ['tab', 'clinic', 'status', 'connection'] as const

/** Which list of devices the address names, and of which clinic. @param first the list that it need not name */
export function useDeviceView(first: string) {
  const { filters, change } = useTableView(order, filterNames)
  /** A clinic stays chosen from list to list, stock does not: a record is always of a clinic. */
  const choose = (tab: string, clinic = '') =>
    void change({}, { tab: tab === first ? '' : tab, clinic, status: '', connection: '' })
  return { tab: filters.tab ?? first, clinic: filters.clinic, choose }
}
