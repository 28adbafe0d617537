import { expect, it } from 'vitest'
import { slugOf } from './slug.ts'

it('makes a host name label of any name [FA-2] [SH-12]', () => {
  const slugs = [
    ['Maple Court', 'maple-court'],
    ['  St. Mary’s  Home & Garden ', 'st-marys-home-and-garden'],
    ['Résidence Élysée', 'residence-elysee'],
    ['Haus Straße 7', 'haus-strasse-7'],
    ['xn--odd -- name', 'xn-odd-name'],
    ['療養所', 'facility'],
    [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
  ]
  for (const [name, slug] of slugs) expect(slugOf(name!)).toBe(slug)
  expect(slugOf('Maple Court', 2)).toBe('maple-court-2')
  expect(slugOf('a'.repeat(120), 12)).toBe(`${'a'.repeat(60)}-12`)
})
