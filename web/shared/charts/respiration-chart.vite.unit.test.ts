import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { widened } from './series.ts'

// uPlot asks it while it loads.
vi.stubGlobal('matchMedia', () => new EventTarget())
const { RespirationChart } = await import('./respiration-chart.tsx')

const minute = 60_000
const hour = 60 * minute

it('reads out the average of what was measured, not of what is drawn [VI-4] [EA-5]', () => {
  // Ten minutes, then a single one: drawn, both weigh the same.
  const measured = [...Array.from({ length: 10 }, (_, at) => ({ at: at * minute, avg: 12 })), { at: hour, avg: 18 }]
  const points = measured.map(({ at, avg }) => ({ at, avg, min: avg, max: avg }))
  const markup = renderToStaticMarkup(
    createElement(RespirationChart, {
      ...{ label: 'Respiration', zone: 'UTC', height: 200, limits: defaultPlan },
      ...{ from: 0, to: 2 * hour, step: 10 * minute, points: widened(points, 10 * minute), measured: points },
    }),
  )
  expect(markup).toContain('the average was 12.5 breaths per minute, the lowest 12.0 and the highest 18.0.')
})

it('says of a past night over how long it is, not that it was the last hours [VI-4] [ME-2]', () => {
  const points = [{ at: hour, avg: 16, min: null, max: null }]
  for (const limits of [null, defaultPlan]) {
    const markup = renderToStaticMarkup(
      createElement(RespirationChart, {
        ...{ label: 'Night of 29 Nov 2026', zone: 'UTC', height: 200, limits },
        ...{ from: 0, to: 18 * hour, step: 10 * minute, points },
      }),
    )
    expect(markup).toContain('Over 18 h, the average was 16.0 breaths per minute')
  }
})
