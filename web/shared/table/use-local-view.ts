import { useCallback, useState } from 'react'
import type { TableView } from './table-view.ts'

/** The view of a list that is part of a page: its address says nothing of it. */
export function useLocalView() {
  const [view, setView] = useState<TableView>({ page: 1, pageSize: 50, sort: '', order: 'asc' })
  const onView = useCallback((next: Partial<TableView>) => setView((before) => ({ ...before, ...next })), [])
  return { view, onView }
}
