import { useSyncExternalStore } from 'react'
import { getSettings, saveSettings, subscribeSettings } from '../settings.ts'

const none: readonly string[] = []

/** The columns of a list that this browser's user has hidden. @param list its name */
export function useHiddenColumns(list: string) {
  const hidden = useSyncExternalStore(subscribeSettings, () => getSettings().hiddenColumns[list] ?? none)
  const hide = (ids: readonly string[]) =>
    saveSettings({ hiddenColumns: { ...getSettings().hiddenColumns, [list]: ids } })
  return { hidden, hide }
}
