import { defaultLocale, setPageLocale } from '@eupnea/texts/locale.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import { BedBars } from './resident-report-result.tsx'

it('a resident’s bars write hours as the table below them, also where the facility writes commas [RP-6]', () => {
  setPageLocale('en-DE')
  onTestFinished(() => setPageLocale(defaultLocale))
  const days = ['2026-03-08', '2026-03-09'].map((date) => ({ date, hours: 9.5 }))
  const shown = renderToStaticMarkup(createElement(BedBars, { label: 'Time in bed', days }))
  expect(new Set(shown.match(/9.5(?=<)/g))).toEqual(new Set(['9.5']))
})
