import { useSyncExternalStore } from 'react'
import { getSettings, saveSettings, subscribeSettings } from '../settings.ts'

const none: readonly string[] = []

/** The columns of a list that the person at this browser has hidden. @param list names it */
export function useHiddenColumns(list: string) {
  const hidden = useSyncExternalStore(subscribeSettings, () => getSettings().hiddenColumns[list] ?? none)
  const hide = (ids: readonly string[]) =>
    saveSettings({ hiddenColumns: { ...getSettings().hiddenColumns, [list]: ids } })
  return { hidden, hide }
}
