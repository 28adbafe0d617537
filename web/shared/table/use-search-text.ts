import { useCallback, useEffect, useRef, useState } from 'react'
import { queryClient } from '../query.ts'

/** Delay after the last key, ms. */
const restMs = 250

const fieldsOf = new Map<string, (text: string) => void>()

/** Fills the search field of a list, whether it is shown or about to be. @param name of the list */
export function searchIn(name: string, text: string): void {
  queryClient.setQueryData(['searchText', name], text)
  fieldsOf.get(name)?.(text)
}

/**
 * What is typed into a search field, and what is searched for once typing pauses. Kept in memory for coming back to the
 * page and forgotten with the session; never in the address, because it may be a person's name.
 * @param name of the list
 * @param beforeSearch for example goes to the first page; awaited, so that the old page isn't requested with the new
 *   text
 */
export function useSearchText(name: string, beforeSearch: () => Promise<unknown>) {
  const key = ['searchText', name]
  const [text, setText] = useState(() => queryClient.getQueryData<string>(key) ?? '')
  const [search, setSearch] = useState(text.trim())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const before = useRef(beforeSearch)
  before.current = beforeSearch
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = useCallback(
    (next: string) => {
      setText(next)
      queryClient.setQueryData(['searchText', name], next)
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        await before.current()
        setSearch(next.trim())
      }, restMs)
    },
    [name],
  )
  useEffect(() => {
    fieldsOf.set(name, type)
    return () => void fieldsOf.delete(name)
  }, [name, type])
  return { text, search, type }
}
