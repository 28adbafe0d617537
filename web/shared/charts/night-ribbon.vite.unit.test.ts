import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NightRibbon, RibbonAxis } from './night-ribbon.tsx'
import { nightWords } from './night-words.ts'

const night = {
  ...{ date: '2026-11-22', from: '2026-11-22T18:00:00Z', until: '2026-11-23T12:00:00Z' },
  cells: [16, 25, 31].map((rate) => ({ bed: 1, rate })),
  minutes_in_bed: 30,
}
const judged = { night, usual: null, zone: 'UTC', limitsAt: () => defaultPlan }

it('tells danger from a warning by a second bar, and in words [VI-1] [VI-4] [EA-5]', () => {
  const markup = renderToStaticMarkup(createElement(NightRibbon, { ...judged, height: 64 }))
  const bars = [...markup.matchAll(/data-severity="(\w+)" x="(\d+)" y="(\d+)"/g)].map(([, ...bar]) => bar)
  expect(bars).toEqual([
    ['warning', '1', '60'],
    ['danger', '2', '60'],
    ['danger', '2', '54'],
  ])
  expect(nightWords(judged).map(({ what }) => what)).toEqual([
    '16.0 BrPM',
    '25.0 BrPM, out of range',
    '31.0 BrPM, in the danger range',
  ])
})

it('judges each cell by the limits that held then [VI-1] [PL-2]', () => {
  const changed = Date.parse('2026-11-22T18:20:00Z')
  const limitsAt = (at: number) => (at < changed ? { ...defaultPlan, high: 15 } : { ...defaultPlan, extreme_high: 40 })
  const markup = renderToStaticMarkup(createElement(NightRibbon, { ...judged, limitsAt, height: 64 }))
  expect([...markup.matchAll(/data-severity="(\w+)" x="(\d+)"/g)].map(([, ...bar]) => bar)).toEqual([['warning', '0']])
  expect(nightWords({ ...judged, limitsAt }).map(({ what }) => what)).toEqual([
    '16.0 BrPM, out of range',
    '25.0 BrPM, out of range',
    '31.0 BrPM, out of range',
  ])
})

it('says a rate beside a limit as it is judged [VI-1] [VI-4]', () => {
  const cells = [12.04, 12, 21.96, 22, 30.04].map((rate) => ({ bed: 1, rate }))
  expect(nightWords({ ...judged, night: { ...night, cells } }).map(({ what }) => what)).toEqual([
    '12.1 BrPM',
    '12.0 BrPM, out of range',
    '21.9 BrPM',
    '22.0 BrPM, out of range',
    '30.1 BrPM, in the danger range',
  ])
})

it('calls no rate usual of whom no usual rate is known [VI-1] [VI-5]', () => {
  const usual = { median: 24, spread: 1 }
  const tones = (of: typeof judged | { usual: typeof usual }) =>
    [
      ...renderToStaticMarkup(createElement(NightRibbon, { ...judged, ...of, height: 64 })).matchAll(
        /data-tone="(\w+)"/g,
      ),
    ].map(([, tone]) => tone)
  expect(tones(judged)).toEqual([])
  expect(tones({ usual })).toEqual(['much_slower', 'usual', 'much_faster'])
  expect(nightWords({ ...judged, usual })[1]?.what).toBe('25.0 BrPM, usual, out of range')
})

it('draws lines across what is slower than usual, for eyes and printers without colours [VI-1] [VI-2] [EA-5]', () => {
  const draw = (more: object) => {
    const usual = { median: 24, spread: 1 }
    return renderToStaticMarkup(createElement(NightRibbon, { ...judged, usual, height: 12, ...more }))
  }
  const lines = 'M0 9.5H1M0 5.5H1M0 1.5H1'
  expect([...draw({}).matchAll(/ d="(.*?)"/g)].map(([, path]) => path)).toEqual([lines])
  // An hour of somebody who breathes slower.
  const slow = { ...night, cells: Array(6).fill({ bed: 0.5, rate: 16 }) }
  expect(draw({ night: slow, isByHour: true })).toContain('d="M0 9.5H5.6"')
})

it('puts marks side by side that would cover each other [VI-1] [HO-1]', () => {
  const markAt = (time: string, kind: 'notification' | 'acknowledged') => {
    return { at: Date.parse(`2026-11-22T${time}:00Z`), kind, text: kind }
  }
  const marks = [markAt('20:10', 'acknowledged'), markAt('23:00', 'notification'), markAt('20:00', 'notification')]
  const markup = renderToStaticMarkup(createElement(NightRibbon, { ...judged, height: 64, marks }))
  const places = markup.matchAll(/<span style="left:([\d.]+)%">(.*?)<\/span><\/span>/g)
  const signs = (spans: string) => spans.replaceAll(/<[^>]+>/g, '')
  expect([...places].map(([, left, spans]) => [Math.round(Number(left)), signs(spans!)])).toEqual([
    [11, '▲✓'],
    [28, '▲'],
  ])
})

it('leaves open what was not monitored of an hour, and no more [VI-2]', () => {
  const rated = { bed: 1, rate: 16 }
  const [left, heard] = [Array(3).fill({ bed: null, rate: null }), Array(3).fill(rated)]
  const cells = [...heard, ...left, ...left, ...left, ...left, ...heard, rated]
  const markup = renderToStaticMarkup(
    createElement(NightRibbon, { ...judged, night: { ...night, cells }, height: 16, isByHour: true, isPlain: true }),
  )
  const drawn = [...markup.matchAll(/data-look="(\w+)"[^>]* x="(\d+)"[^>]* width="([\d.]+)"/g)]
  expect(drawn.map(([, look, x, width]) => [look, Number(x), Math.round(Number(width))])).toEqual([
    ['in', 0, 3],
    ['in', 15, 3],
    ['in', 18, 1],
  ])
})

it('shows an hour in bed without a rate as in bed, as the number beside it does [VI-2]', () => {
  const hourOf = (bed: number, rate: number | null) => Array(6).fill({ bed, rate })
  const cells = [...hourOf(1, null), ...hourOf(0.5, null), ...hourOf(0, null), ...hourOf(1, 16)]
  const usual = { median: 16, spread: 1 }
  const markup = renderToStaticMarkup(
    createElement(NightRibbon, {
      ...judged,
      usual,
      night: { ...night, cells },
      height: 16,
      isByHour: true,
      isPlain: true,
    }),
  )
  const drawn = [...markup.matchAll(/data-look="(\w+)"(?: data-tone="(\w+)")?[^>]* height="([\d.]+)"/g)]
  expect(drawn.map(([, look, tone, height]) => [look, tone, Number(height)])).toEqual([
    ['in', undefined, 16],
    ['in', undefined, 8],
    ['out', undefined, 3],
    ['in', 'usual', 16],
  ])
})

it('keeps its hours round and in place on the nights on which the clocks change [VI-1] [HO-1]', () => {
  const hours = (from: string, until: string) => {
    const markup = renderToStaticMarkup(
      createElement(RibbonAxis, { night: { ...night, from, until }, zone: 'Europe/Berlin' }),
    )
    const labels = markup.matchAll(/left:([\d.]+)%">(.*?)</g)
    return Object.fromEntries([...labels].map(([, left, label]) => [label, Math.round(Number(left))]))
  }
  // Of 17 hours, without two o'clock.
  expect(hours('2026-03-28T17:00:00Z', '2026-03-29T10:00:00Z')).toEqual({
    ...{ '18:00': 0, '21:00': 18, '00:00': 35, '03:00': 47, '06:00': 65, '09:00': 82, '12:00': 100 },
  })
  // Of 19, in which two o'clock comes twice.
  expect(hours('2026-10-24T16:00:00Z', '2026-10-25T11:00:00Z')).toEqual({
    ...{ '18:00': 0, '21:00': 16, '00:00': 32, '03:00': 53, '06:00': 68, '09:00': 84, '12:00': 100 },
  })
  // Shifts, also those that begin at an odd hour or a half.
  const labels = (from: string, until: string) =>
    Object.keys(hours(`2026-11-22T${from}:00Z`, `2026-11-23T${until}:00Z`))
  expect(labels('18:00', '06:00')).toEqual(['19:00', '21:00', '23:00', '01:00', '03:00', '05:00', '07:00'])
  expect(labels('21:30', '05:30')).toEqual(['00:00', '02:00', '04:00', '06:00'])
})

it('tells the hour that comes twice from the one before it [VI-1]', () => {
  const twice = { ...night, from: '2026-10-24T23:50:00Z', until: '2026-10-25T11:00:00Z' }
  const cells = Array(14).fill({ bed: 1, rate: 16 })
  const times = nightWords({ ...judged, night: { ...twice, cells }, zone: 'Europe/Berlin' }).map(({ time }) => time)
  expect([times[1], times[7], times[13]]).toEqual(['02:00', '02:00, after the clocks went back', '03:00'])
})

it('sums up a night, but no shift: the handover says beside it to the minute who was out of bed [VI-1] [HO-1]', () => {
  const cells = [
    { bed: 1, rate: 16 },
    { bed: 0.6, rate: 16 },
    { bed: 1, rate: 17 },
  ]
  const markupOf = (label?: string) =>
    renderToStaticMarkup(
      createElement(NightRibbon, { ...judged, night: { ...night, cells }, height: 20, ...(label && { label }) }),
    )
  expect(markupOf()).toContain('out of bed 0×')
  expect(markupOf('Shift, 19:00 to 07:00')).not.toContain('out of bed')
  expect(markupOf('Shift, 19:00 to 07:00')).toContain('17.0 BrPM')
})
