import { expect, it } from 'vitest'
import { hostOf, isForeign } from './own-origin.ts'

const from = (origin: string | undefined, host = 'portal.example', secure = true) =>
  isForeign({ headers: { host, ...(origin !== undefined && { origin }) } }, { secure, baseUrl: 'https://care.example' })

it('knows the pages of its own host, and those of its public address behind a proxy [DO-9]', () => {
  for (const origin of [undefined, 'https://portal.example', 'https://PORTAL.example:443', 'https://care.example'])
    expect(from(origin), origin).toBe(false)
  expect(from('https://portal.example', 'portal.example:443')).toBe(false)
  expect(from('http://127.0.0.1:8080', '127.0.0.1:8080', false)).toBe(false)
  expect(from('http://[::1]:8080', '[::1]:8080', false)).toBe(false)
})

it('refuses every other page, also of the same name on another scheme or port [DO-9]', () => {
  const others = ['null', '', 'https://evil.example', 'https://portal.example.evil.example', 'https://a.portal.example']
  for (const origin of [...others, 'http://portal.example', 'https://portal.example:8443', 'file://', 'portal.example'])
    expect(from(origin), origin).toBe(true)
  expect(from('https://evil.example', '')).toBe(true)
})

it('takes no host that could add words to a header [DO-9]', () => {
  expect(hostOf({ headers: { host: 'Portal.example:8080' } })).toBe('portal.example:8080')
  for (const host of ['*', 'a b', "a; script-src 'unsafe-inline'", '*.example', 'a,b', '', '-', 'a/b', 'a:*'])
    expect(hostOf({ headers: { host } }), host).toBeNull()
})
