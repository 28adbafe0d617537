import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

it('heads the days of a week by their names, wherever the browser is [BI-3]', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const { BillingCalendar } = await import('./billing-calendar.tsx')
  const markup = renderToStaticMarkup(
    createElement(BillingCalendar, { days: [], label: 'Days with data', today: '2026-11-28' }),
  )
  vi.unstubAllEnvs()
  expect([...markup.matchAll(/hidden">(\w+)</g)].map(([, name]) => name)).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ])
})
