import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DowntimeSheets } from './downtime-sheets.tsx'

it('what came too late stands under a heading that says so [WA-8] [WA-10]', () => {
  const whose = { patient_id: 'p1', room: '104', first_name: 'Ada', last_name: 'Byron', floor_id: '1' }
  const late = [1, 2].map((count) => ({ ...whose, patient_id: `p${count}`, count }))
  const items = [{ ...whose, cause: 'silent' as const, seconds: 4_800 }]
  const shown = renderToStaticMarkup(
    createElement(DowntimeSheets, {
      info: { clinic_name: 'Maple Court', date: '2026-03-09', floor: 'all' },
      downtime: { items, late, monitored_share: 0.9871 },
      ...{ before: 1, count: 2 },
    }),
  )
  for (const text of [
    'Downtime and late notifications</th>',
    'Unmonitored 1 h 20 min: sensor silent</td>',
    '>1 notification not sent: the data arrived too late</td>',
    '>2 notifications not sent: the data arrived too late</td>',
  ])
    expect(shown).toContain(text)
})
