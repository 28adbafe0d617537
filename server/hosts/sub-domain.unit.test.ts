import { describe, expect, it } from 'vitest'
import { subDomainOf } from './sub-domain.ts'

describe('subDomainOf', () => {
  it.each([
    ['maple.portal.example', 'portal.example', 'maple'],
    ['MAPLE.Portal.Example.', 'portal.example', 'maple'],
    ['a.maple.portal.example', 'portal.example', 'a.maple'],
    ['maple-court-2.localhost', 'localhost', 'maple-court-2'],
    ['404.portal.example', 'portal.example', '404'],
  ])('%s below %s is %s [SH-12]', (host, base, expected) => {
    expect(subDomainOf(host, base)).toBe(expected)
  })

  it.each([
    ['portal.example', 'portal.example'],
    ['PORTAL.example.', 'portal.example'],
    ['otherportal.example', 'portal.example'],
    ['portal.example.evil.test', 'portal.example'],
    ['192.0.2.1', 'portal.example'],
    ['10.192.0.2.1', '192.0.2.1'],
    ['[::1]', 'portal.example'],
    ['', 'portal.example'],
    ['.portal.example', 'portal.example'],
    ['-maple.portal.example', 'portal.example'],
    ['<b>.portal.example', 'portal.example'],
    [`${'a'.repeat(64)}.portal.example`, 'portal.example'],
  ])('%s below %s is none [SH-12]', (host, base) => {
    expect(subDomainOf(host, base)).toBeNull()
  })
})
