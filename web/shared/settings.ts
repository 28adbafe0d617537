import { portalVersion } from '@eupnea/contract/product.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import { useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'
import { createListeners } from './listeners.ts'

/** The person's settings in this browser (specification section 3), stored by user id (DA-4, SH-21). */

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
  /** the clinic that this floor belongs to */
  readonly floorClinicId: string
  readonly isMenuCollapsed: boolean
  readonly menuPosition: MenuPosition
  /** last chosen entry, which stays selected on pages without one (SH-14) */
  readonly selectedMenuKey: string
  /** open menu groups (SH-14) */
  readonly openedMenuKeys: readonly string[]
  /** hidden columns, by list */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>
  readonly isMobileView: boolean
  /** the theme that is shown; follows the device while isDeviceTheme */
  readonly isLightTheme: boolean
  /** light or dark as the device is set, and changing with it (EA-5) */
  readonly isDeviceTheme: boolean
  /** page views aren't counted (PR-1) */
  readonly isUsageRefused: boolean
  readonly locale: 'en-GB'
  /** the date is shown beside the clinic's clock */
  readonly isCalendarEnabled: boolean
  /** tones for open notifications (AN-2) */
  readonly isSoundOn: boolean
  /** the same on the wall */
  readonly isWallSoundOn: boolean
  /** 0.1..1 */
  readonly soundVolume: number
  /** keys that act without Ctrl: `/` and `?` (EA-1) */
  readonly areSingleKeysOn: boolean
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
  isDeviceTheme: false,
  isUsageRefused: false,
  locale: 'en-GB',
  isCalendarEnabled: true,
  isSoundOn: true,
  isWallSoundOn: false,
  soundVolume: 0.6,
  areSingleKeysOn: true,
  portalVersion,
}

/** The stored settings; the rest is fixed or follows the window. */
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
  'isDeviceTheme',
  'isUsageRefused',
  'isCalendarEnabled',
  'isSoundOn',
  'isWallSoundOn',
  'soundVolume',
  'areSingleKeysOn',
] as const satisfies readonly (keyof Settings)[]

/** Reads stored settings; anything of the wrong type gets its default. */
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
  const isVolume = read.soundVolume >= 0.1 && read.soundVolume <= 1
  const isPosition = menuPositions.includes(read.menuPosition)
  const isKeys = Array.isArray(read.openedMenuKeys) && read.openedMenuKeys.every((key) => typeof key === 'string')
  return {
    ...read,
    menuPosition: isPosition ? read.menuPosition : defaultSettings.menuPosition,
    openedMenuKeys: isKeys ? read.openedMenuKeys : defaultSettings.openedMenuKeys,
    hiddenColumns: parseHidden(read.hiddenColumns),
    dashboardType: isType ? read.dashboardType : defaultSettings.dashboardType,
    soundVolume: isVolume ? read.soundVolume : defaultSettings.soundVolume,
    distanceRange: isRange ? read.distanceRange : defaultPresenceRange,
  }
}

const parseHidden = (stored: unknown): Settings['hiddenColumns'] =>
  Object.fromEntries(
    Object.entries(stored ?? {}).filter(([, ids]) => Array.isArray(ids) && ids.every((id) => typeof id === 'string')),
  )

/** Switches in the address; only the value `true` turns one on (SH-7). */
export function flagsOf(query: string): Partial<Settings> {
  const flags: Record<string, true> = {}
  for (const [name, value] of new URLSearchParams(query))
    if (value === 'true' && typeof defaultSettings[name as keyof Settings] === 'boolean') flags[name] = true
  return flags
}

/** Whether the window leaves a choice of menu position. */
export const canPlaceMenu = (): boolean => globalThis.innerWidth >= breakpoints['menu-on-top']

const storage = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
/** What the device is set to; a page that is printed or shown elsewhere has none. */
const darkDevice = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const isDeviceDark = (): boolean => darkDevice?.matches ?? false

const keyOf = (userId: string) => `eupnea.userSettings.${userId}`
/** first-look.ts reads both before the first paint */
const themeKey = 'eupnea.lastTheme'
const frameKey = 'eupnea.lastFrame'
const usageKey = 'eupnea.lastUsageRefused'
const clinicKey = 'eupnea.selectedClinic'

let userId = ''
let isMember = false
let own: Settings = defaultSettings
let flags: Partial<Settings> = {}
let flagsQuery = ''
let current: Settings = defaultSettings
const { subscribe, tell } = createListeners()
export const subscribeSettings = subscribe

function publish() {
  const width = globalThis.innerWidth ?? breakpoints['menu-on-top']
  const chosen = { ...own, ...flags }
  const next: Settings = {
    ...chosen,
    isLightTheme: flags.isLightTheme || !chosen.isDeviceTheme ? chosen.isLightTheme : !isDeviceDark(),
    isMobileView: flags.isMobileView === true || width < breakpoints.phone,
    menuPosition: width < breakpoints['menu-on-top'] ? 'top' : own.menuPosition,
  }
  if (JSON.stringify(next) === JSON.stringify(current)) return
  current = next
  storage()?.setItem(themeKey, current.isDeviceTheme ? 'device' : current.isLightTheme ? 'light' : 'dark')
  storage()?.setItem(usageKey, String(current.isUsageRefused))
  tell()
}

/** For the outline shown while the page or the next one loads; none where nobody is signed in. */
function noteFrame() {
  const root = globalThis.document?.documentElement
  if (!userId) {
    storage()?.removeItem(frameKey)
    return void (root && delete root.dataset.frame)
  }
  const menu = own.menuPosition === 'left' && own.isMenuCollapsed ? 'collapsed' : own.menuPosition
  const frame = isMember ? 'member' : menu
  storage()?.setItem(frameKey, frame)
  if (root) root.dataset.frame = frame
}

/** Loads the settings of the person who has just signed in; `''` for nobody. @param hasMemberShell no menu (EA-7) */
export function takeSettingsOf(id: string, hasMemberShell = false): void {
  isMember = hasMemberShell
  load(id)
  noteFrame()
}

function load(id: string) {
  userId = id
  const stored = storage()?.getItem(keyOf(id)) ?? null
  // Visitors see the last person's theme, so that the sign-in page is no white flash on a ward at night, or else the device's.
  const theme = storage()?.getItem(themeKey) ?? 'device'
  own = id
    ? parseSettings(stored)
    : {
        ...defaultSettings,
        isLightTheme: theme !== 'dark',
        isDeviceTheme: theme === 'device',
        isUsageRefused: storage()?.getItem(usageKey) === 'true',
      }
  publish()
}

/** Reads flags from the address, once per query: what people choose afterwards stays (SH-7). */
export function takeFlags(query: string): void {
  if (query === flagsQuery) return
  flagsQuery = query
  flags = { ...flags, ...flagsOf(query) }
  publish()
}

/** Reads flags from the address and follows the window's width. */
export function startSettings(): void {
  // The stored theme first, because anything published earlier would replace it.
  load('')
  takeFlags(location.search)
  addEventListener('resize', publish)
  darkDevice?.addEventListener('change', publish)
}

export const getSettings = (): Settings => current

export function saveSettings(change: Partial<Settings>): void {
  own = { ...own, ...change }
  // A choice made by hand wins over the address.
  for (const name of Object.keys(change)) if (name !== 'isMobileView') delete flags[name as keyof Settings]
  if (userId) {
    const stored = Object.fromEntries(kept.map((name) => [name, own[name]]))
    storage()?.setItem(keyOf(userId), JSON.stringify(stored))
    noteFrame()
  }
  publish()
}

export const useSettings = (): Settings => useSyncExternalStore(subscribeSettings, getSettings)

/** The clinic last chosen on this host (SH-15); storage is per host already. */
export const readSelectedClinic = (): string | null => storage()?.getItem(clinicKey) ?? null

export function saveSelectedClinic(clinicId: string | null): void {
  if (clinicId === null) storage()?.removeItem(clinicKey)
  else storage()?.setItem(clinicKey, clinicId)
}
