import { portalVersion } from '@eupnea/contract/product.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import { useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'

/** Settings of the person at this browser (specification section 3), kept locally by user id (DA-4, SH-21). */

const dashboardTypes = ['minInfo', 'default', 'moreInfo'] as const
export type DashboardType = (typeof dashboardTypes)[number]

const menuPositions = ['left', 'top'] as const
type MenuPosition = (typeof menuPositions)[number]

export interface Settings {
  readonly isShowDistance: boolean
  /** presence range, metres (SH-18) */
  readonly distanceRange: number
  readonly dashboardType: DashboardType
  /** floor id, or `all` */
  readonly selectedFloor: string
  /** the clinic that this floor is in */
  readonly floorClinicId: string
  readonly isMenuCollapsed: boolean
  readonly menuPosition: MenuPosition
  /** entry chosen last, which stays marked on pages that have none of their own (SH-14) */
  readonly selectedMenuKey: string
  /** groups of the menu that are unfolded (SH-14) */
  readonly openedMenuKeys: readonly string[]
  /** columns that are hidden, by list */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>
  readonly isMobileView: boolean
  readonly isLightTheme: boolean
  /** the use of the portal is not to be counted (PR-1) */
  readonly isUsageRefused: boolean
  readonly locale: 'en-GB'
  /** the date stands beside the clock of the clinic */
  readonly isCalendarEnabled: boolean
  readonly portalVersion: string
}

export const allFloors = 'all'

export const defaultSettings: Settings = {
  isShowDistance: true,
  distanceRange: defaultPresenceRange,
  dashboardType: 'default',
  selectedFloor: allFloors,
  floorClinicId: '',
  isMenuCollapsed: false,
  menuPosition: 'left',
  selectedMenuKey: '',
  openedMenuKeys: ['live', 'administration', 'system'],
  hiddenColumns: {},
  isMobileView: false,
  isLightTheme: true,
  isUsageRefused: false,
  locale: 'en-GB',
  isCalendarEnabled: true,
  portalVersion,
}

/** What is kept; the rest is fixed or follows the window. */
const kept = [
  'isShowDistance',
  'distanceRange',
  'dashboardType',
  'selectedFloor',
  'floorClinicId',
  'isMenuCollapsed',
  'menuPosition',
  'selectedMenuKey',
  'openedMenuKeys',
  'hiddenColumns',
  'isLightTheme',
  'isUsageRefused',
  'isCalendarEnabled',
] as const satisfies readonly (keyof Settings)[]

/** Reads kept settings; anything that is not of the right type falls back to the default. */
export function parseSettings(text: string | null): Settings {
  const settings: Record<string, unknown> = { ...defaultSettings }
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return defaultSettings
    for (const name of kept) {
      const value = (stored as Record<string, unknown>)[name]
      if (typeof value === typeof defaultSettings[name]) settings[name] = value
    }
  } catch {
    return defaultSettings
  }
  const read = settings as unknown as Settings
  const isType = dashboardTypes.includes(read.dashboardType)
  const isRange = read.distanceRange > 0 && read.distanceRange <= 3
  const isPosition = menuPositions.includes(read.menuPosition)
  const isKeys = Array.isArray(read.openedMenuKeys) && read.openedMenuKeys.every((key) => typeof key === 'string')
  return {
    ...read,
    menuPosition: isPosition ? read.menuPosition : defaultSettings.menuPosition,
    openedMenuKeys: isKeys ? read.openedMenuKeys : defaultSettings.openedMenuKeys,
    hiddenColumns: parseHidden(read.hiddenColumns),
    dashboardType: isType ? read.dashboardType : defaultSettings.dashboardType,
    distanceRange: isRange ? read.distanceRange : defaultPresenceRange,
  }
}

const parseHidden = (stored: unknown): Settings['hiddenColumns'] =>
  Object.fromEntries(
    Object.entries(stored ?? {}).filter(([, ids]) => Array.isArray(ids) && ids.every((id) => typeof id === 'string')),
  )

/** Switches named in the address; only the value `true` turns one on (SH-7). */
export function flagsOf(query: string): Partial<Settings> {
  const flags: Record<string, true> = {}
  for (const [name, value] of new URLSearchParams(query))
    if (value === 'true' && typeof defaultSettings[name as keyof Settings] === 'boolean') flags[name] = true
  return flags
}

/** Whether the window leaves a choice of where the menu lies. */
export const canPlaceMenu = (): boolean => globalThis.innerWidth >= breakpoints['menu-on-top']

const storage = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
const keyOf = (userId: string) => `eupnea.userSettings.${userId}`
const themeKey = 'eupnea.lastTheme'
const usageKey = 'eupnea.lastUsageRefused'
const clinicKey = 'eupnea.selectedClinic'

let userId = ''
let own: Settings = defaultSettings
let flags: Partial<Settings> = {}
let flagsQuery = ''
let current: Settings = defaultSettings
const listeners = new Set<() => void>()

function publish() {
  const width = globalThis.innerWidth ?? breakpoints['menu-on-top']
  const next: Settings = {
    ...own,
    ...flags,
    isMobileView: flags.isMobileView === true || width < breakpoints.phone,
    menuPosition: width < breakpoints['menu-on-top'] ? 'top' : own.menuPosition,
  }
  if (JSON.stringify(next) === JSON.stringify(current)) return
  current = next
  storage()?.setItem(themeKey, current.isLightTheme ? 'light' : 'dark')
  storage()?.setItem(usageKey, String(current.isUsageRefused))
  for (const listener of listeners) listener()
}

/** Takes up the settings of the person who is now signed in; `''` for nobody. */
export function takeSettingsOf(id: string): void {
  userId = id
  const stored = storage()?.getItem(keyOf(id)) ?? null
  // On the sign-in page the theme of the last person stays: no white flash on a ward at night.
  own = id
    ? parseSettings(stored)
    : {
        ...defaultSettings,
        isLightTheme: storage()?.getItem(themeKey) !== 'dark',
        isUsageRefused: storage()?.getItem(usageKey) === 'true',
      }
  publish()
}

/** Reads flags from the address, once for each query: what is chosen by hand afterwards holds (SH-7). */
export function takeFlags(query: string): void {
  if (query === flagsQuery) return
  flagsQuery = query
  flags = { ...flags, ...flagsOf(query) }
  publish()
}

/** Reads flags from the address and follows the window's width. */
export function startSettings(): void {
  // The kept theme first: what is published before it would take its place.
  takeSettingsOf('')
  takeFlags(location.search)
  addEventListener('resize', publish)
}

export const getSettings = (): Settings => current

export function saveSettings(change: Partial<Settings>): void {
  own = { ...own, ...change }
  // A choice made by hand wins over the address it came with.
  for (const name of Object.keys(change)) if (name !== 'isMobileView') delete flags[name as keyof Settings]
  if (userId) {
    const stored = Object.fromEntries(kept.map((name) => [name, own[name]]))
    storage()?.setItem(keyOf(userId), JSON.stringify(stored))
  }
  publish()
}

export function subscribeSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSettings = (): Settings => useSyncExternalStore(subscribeSettings, getSettings)

/** The clinic chosen last on this host (SH-15); storage is the host's own already. */
export const readSelectedClinic = (): string | null => storage()?.getItem(clinicKey) ?? null

export function saveSelectedClinic(clinicId: string | null): void {
  if (clinicId === null) storage()?.removeItem(clinicKey)
  else storage()?.setItem(clinicKey, clinicId)
}
