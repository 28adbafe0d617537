import { type KeyboardEvent, useRef } from 'react'
import styles from './devices.module.css'

interface TabListProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly label: string }[]
  readonly chosen: T
  readonly onChoose: (tab: T) => void
}

export const tabId = (tab: string) => `tab-${tab}`
export const panelId = 'tab-panel'

/** Tabs over one panel; arrows, Home and End go from one to the other. */
export function TabList<T extends string>({ label, tabs, chosen, onChoose }: TabListProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  function onKey(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === chosen)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[(next + tabs.length) % tabs.length]!
    onChoose(tab.id)
    list.current?.querySelector<HTMLElement>(`#${tabId(tab.id)}`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.deviceTabs} onKeyDown={onKey}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(tab.id)}
          aria-selected={tab.id === chosen}
          aria-controls={panelId}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
