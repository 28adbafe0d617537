import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { breakable } from './breakable.tsx'

it('lets addresses go on after their signs and the longest words anywhere, and leaves the rest as it is', () => {
  const markupOf = (text: string) => renderToStaticMarkup(createElement(Fragment, null, breakable(text)))
  expect(markupOf('future.member@example.org')).toBe('future.<wbr/>member@<wbr/>example.org')
  const long = 'abcdefghijklmnopqrst'
  expect(markupOf(`Ada ${long}${long}uvwxyz`)).toBe(`Ada ${long}<wbr/>${long}<wbr/>uvwxyz`)
  expect(markupOf(`Ada ${long}uvwxy`)).toBe(`Ada ${long}uvwxy`)
  expect(markupOf('20 Nov 2026, 03:12. Kept.')).toBe('20 Nov 2026, 03:12. Kept.')
  expect(breakable('Floor 1.2')).toBe('Floor 1.2')
  expect(breakable(12)).toBe(12)
})
