import { expect, it } from 'vitest'
import {
  markManualLogout,
  noteSignedOut,
  rememberWanted,
  safePath,
  takeSignedOut,
  takeWanted,
  unmarkManualLogout,
} from './wanted-path.ts'

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  }
}

it('brings path and query back after sign-in, once [SH-3]', () => {
  const storage = memory()
  rememberWanted('/patient/profile/p1/d1?isMobileView=true', storage)
  expect(takeWanted('ada', storage)).toBe('/patient/profile/p1/d1?isMobileView=true')
  expect(takeWanted('ada', storage)).toBe('/')
})

it('takes nobody to the page where somebody else was [SH-3] [ID-6]', () => {
  const storage = memory()
  const leave = (path: string) => {
    noteSignedOut('session', 'ada', storage)
    rememberWanted(path, storage)
  }
  leave('/patient/profile/p1')
  expect(takeWanted('grace', storage)).toBe('/')
  leave('/patient/profile/p1')
  expect(takeWanted('ada', storage)).toBe('/patient/profile/p1')
  // A link that is opened later works for anybody.
  leave('/patient/profile/p1')
  expect(takeWanted('grace', storage)).toBe('/')
  rememberWanted('/n/token', storage)
  expect(takeWanted('grace', storage)).toBe('/n/token')
})

it('does not bring back whoever left by hand [SH-3] [SH-17]', () => {
  const storage = memory()
  rememberWanted('/clinic/profile', storage)
  markManualLogout(storage)
  rememberWanted('/clinic/wall', storage)
  expect(takeWanted('ada', storage)).toBe('/')
  rememberWanted('/clinic/wall', storage)
  expect(takeWanted('ada', storage)).toBe('/clinic/wall')
})

it('remembers again when the sign-out did not happen', () => {
  const storage = memory()
  markManualLogout(storage)
  unmarkManualLogout(storage)
  rememberWanted('/clinic/wall', storage)
  expect(takeWanted('ada', storage)).toBe('/clinic/wall')
})

it('tells why the session ended, once, and nothing to whoever left by hand [ID-8] [SH-3]', () => {
  const storage = memory()
  expect(takeSignedOut(storage)).toBeNull()
  for (const why of ['session', 'access'] as const) {
    noteSignedOut(why, 'ada', storage)
    expect([takeSignedOut(storage), takeSignedOut(storage)]).toEqual([why, null])
  }
  markManualLogout(storage)
  noteSignedOut('access', 'ada', storage)
  expect(takeSignedOut(storage)).toBeNull()
})

it.each([
  'https://elsewhere.example/',
  '//elsewhere.example/clinic',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  'clinic/profile',
  '/user/login',
  '/user',
  '/clinic/..//user/login',
  '',
  null,
])('never leads to %j [SH-3]', (wanted) => {
  expect(safePath(wanted)).toBeNull()
})

it('stays on this host whatever the path says [SH-3]', () => {
  for (const path of ['/clinic/..//elsewhere.example', '/a/../\\\\elsewhere.example', '/.//elsewhere.example'])
    expect(safePath(path)?.startsWith('//') ?? false).toBe(false)
})
