import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseClinic } from './clinic.ts'
import {
  defaultSettings,
  flagsOf,
  getSettings,
  parseSettings,
  readSelectedClinic,
  saveSettings,
  takeFlags,
  takeSettingsOf,
} from './settings.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
})

afterEach(() => {
  takeSettingsOf('')
  vi.unstubAllGlobals()
})

it('keeps dashboardType and selectedFloor among the settings [DA-4]', () => {
  const kept = parseSettings('{"dashboardType":"moreInfo","selectedFloor":"2","isLightTheme":false}')
  expect(kept).toMatchObject({ dashboardType: 'moreInfo', selectedFloor: '2', isLightTheme: false, distanceRange: 1.5 })
})

it.each([
  null,
  '',
  'null',
  '[]',
  '{',
  '{"dashboardType":"huge","distanceRange":0,"isLightTheme":"yes"}',
  '{"distanceRange":9}',
])('falls back to the defaults from %s [SH-21]', (text) => {
  expect(parseSettings(text)).toEqual(defaultSettings)
})

it('only the value true turns a flag on, and only known switches have one [SH-7]', () => {
  expect(flagsOf('?isMobileView=true&isLightTheme=1&isMenuCollapsed=TRUE')).toEqual({ isMobileView: true })
  expect(flagsOf('?distanceRange=true&constructor=true&isShowDistance=false')).toEqual({})
})

it('keeps the settings of each person apart [DA-4]', () => {
  takeSettingsOf('u1')
  saveSettings({ dashboardType: 'minInfo', selectedFloor: '2', isLightTheme: false })
  takeSettingsOf('u2')
  expect(getSettings()).toMatchObject({ dashboardType: 'default', selectedFloor: 'all', isLightTheme: true })
  takeSettingsOf('u1')
  expect(getSettings()).toMatchObject({ dashboardType: 'minInfo', selectedFloor: '2', isLightTheme: false })
})

it('leaves the last theme on the sign-in page [SH-21]', () => {
  takeSettingsOf('u1')
  saveSettings({ isLightTheme: false })
  takeSettingsOf('')
  expect(getSettings()).toMatchObject({ isLightTheme: false, dashboardType: 'default' })
})

it('follows the device while a person wants so, also before anybody signs in [EA-5]', async () => {
  let isDark = true
  let onChange = () => {}
  const device = {
    get matches() {
      return isDark
    },
    addEventListener: (_: string, change: () => void) => {
      onChange = change
    },
  }
  vi.stubGlobal('matchMedia', () => device)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '' })
  vi.resetModules()
  const fresh = await import('./settings.ts')
  fresh.startSettings()
  // A visitor to whom this browser has shown nothing yet.
  expect(fresh.getSettings().isLightTheme).toBe(false)
  fresh.takeSettingsOf('u1')
  expect(fresh.getSettings().isLightTheme).toBe(true)
  fresh.saveSettings({ isDeviceTheme: true })
  expect(fresh.getSettings().isLightTheme).toBe(false)
  isDark = false
  onChange()
  expect(fresh.getSettings().isLightTheme).toBe(true)
  fresh.takeSettingsOf('')
  isDark = true
  onChange()
  expect(fresh.getSettings().isLightTheme).toBe(false)
  fresh.takeSettingsOf('u1')
  fresh.saveSettings({ isLightTheme: true, isDeviceTheme: false })
  expect(fresh.getSettings().isLightTheme).toBe(true)
  vi.unstubAllGlobals()
})

it('keeps how the frame looked for the outline of the next start, until the session ends; members have their own [EA-6] [EA-7] [ID-6]', () => {
  const kept = () => localStorage.getItem('eupnea.lastFrame')
  expect(kept()).toBeNull()
  takeSettingsOf('u1')
  expect(kept()).toBe('left')
  saveSettings({ isMenuCollapsed: true })
  expect(kept()).toBe('collapsed')
  saveSettings({ menuPosition: 'top' })
  expect(kept()).toBe('top')
  takeSettingsOf('m1', true)
  expect(kept()).toBe('member')
  saveSettings({ isLightTheme: false })
  expect(kept()).toBe('member')
  takeSettingsOf('u1')
  expect(kept()).toBe('top')
  takeSettingsOf('')
  expect(kept()).toBeNull()
})

it('another facility is remembered and starts with all floors [DA-3] [SH-15]', () => {
  takeSettingsOf('u1')
  chooseClinic('c1')
  saveSettings({ selectedFloor: '2', floorClinicId: 'c1' })
  chooseClinic('c1')
  expect(getSettings().selectedFloor).toBe('2')
  chooseClinic('c2')
  expect(getSettings().selectedFloor).toBe('all')
  expect(readSelectedClinic()).toBe('c2')
  chooseClinic(null)
  expect(readSelectedClinic()).toBeNull()
})

it('a floor outlasts the end of a session, and the choice of the facility that was open anyway [DA-3] [DA-4]', () => {
  takeSettingsOf('u1')
  saveSettings({ selectedFloor: '2', floorClinicId: 'c1' })
  chooseClinic('c1')
  expect(getSettings().selectedFloor).toBe('2')
  chooseClinic(null)
  takeSettingsOf('')
  takeSettingsOf('u1')
  chooseClinic('c1')
  expect(getSettings()).toMatchObject({ selectedFloor: '2', floorClinicId: 'c1' })
})

it('has a flag for every switch among the settings [SH-7] [SH-21]', () => {
  const switches = Object.entries(defaultSettings).flatMap(([name, value]) =>
    typeof value === 'boolean' ? [name] : [],
  )
  expect(switches.sort()).toEqual([
    'areSingleKeysOn',
    'isCalendarEnabled',
    'isDeviceTheme',
    'isLightTheme',
    'isMenuCollapsed',
    'isMobileView',
    'isShowDistance',
    'isSoundOn',
    'isUsageRefused',
    'isWallSoundOn',
  ])
  expect(flagsOf(`?${switches.map((name) => `${name}=true`).join('&')}`)).toEqual(
    Object.fromEntries(switches.map((name) => [name, true])),
  )
})

it('a flag of the address holds until something is chosen by hand, and comes back with another address [SH-7]', () => {
  takeSettingsOf('u1')
  takeFlags('?isMenuCollapsed=true')
  expect(getSettings().isMenuCollapsed).toBe(true)
  saveSettings({ isMenuCollapsed: false })
  takeFlags('?isMenuCollapsed=true')
  expect(getSettings().isMenuCollapsed).toBe(false)
  takeFlags('?isMenuCollapsed=true&floor=2')
  expect(getSettings().isMenuCollapsed).toBe(true)
  saveSettings({ isMenuCollapsed: false })
  takeFlags('')
})

it('remembers where the menu lies, what is selected in it and what is unfolded [SH-14]', () => {
  takeSettingsOf('u1')
  saveSettings({ menuPosition: 'top', selectedMenuKey: 'users', openedMenuKeys: ['administration'] })
  takeSettingsOf('')
  expect(getSettings()).toMatchObject({ menuPosition: 'left', selectedMenuKey: '' })
  takeSettingsOf('u1')
  expect(getSettings()).toMatchObject({
    menuPosition: 'top',
    selectedMenuKey: 'users',
    openedMenuKeys: ['administration'],
  })
  expect(parseSettings('{"menuPosition":"below","openedMenuKeys":[1]}')).toEqual(defaultSettings)
})

it('the mobile view is that of windows narrower than 768 px [SH-7]', () => {
  for (const [width, isMobileView] of [
    [767, true],
    [768, false],
    [1440, false],
  ] as const) {
    vi.stubGlobal('innerWidth', width)
    takeSettingsOf('width')
    expect([width, getSettings().isMobileView]).toEqual([width, isMobileView])
  }
})
