import { setPageLocale } from '@eupnea/texts/locale.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PatientResult } from './resident-report-result.tsx'

vi.mock('../shared/api.ts', () => ({
  useCall: () => ({
    data: { rows: ['2026-03-08', '2026-03-09'].map((date) => ({ date, time_in_bed: 9.5 })), total: 2 },
  }),
}))
vi.mock('../shared/table/data-table.tsx', () => ({ DataTable: () => null }))

it('a resident’s bars write hours as the table below them, also where the facility writes commas [RP-6]', () => {
  setPageLocale('en-DE')
  const choice = { patientId: 'p1', type: 'daily', from: '2026-03-08', to: '2026-03-09' }
  const shown = renderToStaticMarkup(createElement(PatientResult, { choice } as never))
  expect(new Set(shown.match(/9.5(?=<)/g))).toEqual(new Set(['9.5']))
})
