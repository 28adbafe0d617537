import type uPlot from 'uplot'
import { afterAll, expect, it, vi } from 'vitest'
import type { Palette } from './palette.ts'

afterAll(() => void vi.unstubAllGlobals())

it('draws one bar below a warning, and two below a danger [VI-4] [EA-5]', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('devicePixelRatio', 2)
  const { outOfRange } = await import('./parts.ts')
  const drawn: number[][] = []
  const still = { save() {}, restore() {}, beginPath() {}, rect() {}, clip() {} }
  const plot = {
    ctx: { ...still, fillRect: (...box: number[]) => drawn.push(box) },
    bbox: { left: 0, top: 0, width: 200, height: 100 },
    valToPos: (at: number) => at,
  } as unknown as uPlot
  const { draw } = outOfRange(
    () => ({ warn: '#8a5200', danger: '#b3261e' }) as Palette,
    () => [
      { from: 10, until: 20, severity: 'warning' },
      { from: 20, until: 30, severity: 'danger' },
    ],
  ).hooks as { draw: (plot: uPlot) => void }
  draw(plot)
  expect(drawn).toEqual([
    [10, 92, 10, 8],
    [20, 92, 10, 8],
    [20, 80, 10, 8],
  ])
})
