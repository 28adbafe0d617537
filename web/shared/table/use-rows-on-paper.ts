import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fetchPages } from '../pages.ts'
import { prepareForPrint } from '../print.ts'
import type { TablePage } from './data-table.tsx'

/** More rows of a list aren't printed. */
export const mostOnPaper = 1_000

/**
 * All rows of a list while the page is printed, not only those of the page that is shown (EA-5).
 * @param fetchPage null: all are shown
 */
export function useRowsOnPaper<T>(fetchPage: ((page: number, size: number) => Promise<TablePage<T>>) | null) {
  const [all, setAll] = useState<TablePage<T> | null>(null)
  const latest = useRef(fetchPage)
  useEffect(() => {
    latest.current = fetchPage
  })
  const isPart = fetchPage !== null
  useEffect(() => {
    if (!isPart) return
    const forget = prepareForPrint(async () => {
      const fetch = latest.current
      if (!fetch) return
      const pages = await fetchPages(fetch, ({ total }) => Math.min(total, mostOnPaper))
      flushSync(() => setAll({ ...pages[0]!, rows: pages.flatMap(({ rows }) => rows) }))
    })
    const onPrinted = () => setAll(null)
    addEventListener('afterprint', onPrinted)
    return () => {
      forget()
      removeEventListener('afterprint', onPrinted)
    }
  }, [isPart])
  return all
}
