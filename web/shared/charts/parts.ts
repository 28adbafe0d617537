import type uPlot from 'uplot'
import type { Palette } from './palette.ts'
import { lonelyIndices } from './series.ts'
import { tickLabels, tickStep, zonedTicks } from './zoned-axis.ts'

/** Building blocks of our charts. `colours` is called at every drawing, because themes change. */
export type Colours = () => Palette

/** A canvas can't use CSS variables. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
const font = () => `${token('--text-1')} ${token('--font')}`

/** Space to the right of the plot, CSS pixels. */
const rightPadding = 12
export const padding: uPlot.Padding = [8, rightPadding, 0, 0]

function spanOfX(plot: uPlot): number {
  const { min = 0, max = 1 } = plot.scales.x!
  return max - min || 1
}

/** Time axis with round times on the clinic's clock. */
export function timeAxis(colours: Colours, zone: string): uPlot.Axis {
  const step = (plot: uPlot) => {
    const { min = 0, max = 0 } = plot.scales.x!
    return tickStep(min, max, plot.bbox.width / devicePixelRatio / 72)
  }
  return {
    scale: 'x',
    font: font(),
    size: 28,
    gap: 6,
    stroke: () => colours()['ink-2'],
    grid: { show: false },
    ticks: { stroke: () => colours().line, width: 1, size: 4 },
    border: { show: true, stroke: () => colours().line, width: 1 },
    splits: (plot, _axis, min, max) => zonedTicks(min, max, step(plot), zone),
    values: (plot, splits) => {
      const labels = tickLabels(splits, step(plot), zone)
      // A label that would be cut off on the right is left out.
      const { max = 0 } = plot.scales.x!
      const room = (at: number) => ((max - at) / spanOfX(plot)) * (plot.bbox.width / devicePixelRatio) + rightPadding
      return labels.map((label, i) => (room(splits[i]!) < label.length * 3.7 ? '' : label))
    },
  }
}

/** Value axis on the left, with hairlines across. @param steps tick distances to choose from */
export function valueAxis(colours: Colours, steps: number[]): uPlot.Axis {
  return {
    scale: 'y',
    font: font(),
    size: 32,
    gap: 4,
    space: 36,
    incrs: steps,
    stroke: () => colours()['ink-2'],
    grid: { stroke: () => colours().line, width: 1 },
    ticks: { show: false },
    border: { show: false },
  }
}

/** A line; values without neighbours are drawn as points, so that they stay visible. */
export function line(label: string, stroke: () => string, width = 2): uPlot.Series {
  return {
    label,
    scale: 'y',
    width,
    stroke,
    cap: 'round',
    points: {
      show: true,
      size: width * 2 + 1,
      width: 0,
      fill: stroke,
      filter: (plot, series) => lonelyIndices(plot.data[series]!),
    },
  }
}

/** An invisible line: the edge of a band. */
export const edge = (label: string): uPlot.Series => ({ label, scale: 'y', width: 0, points: { show: false } })

/** Shades the values between two limits across the whole width, behind everything. */
export function shadedRange(colours: Colours, low: number, high: number): uPlot.Plugin {
  return {
    hooks: {
      drawClear: (plot) => {
        const { left, top, width, height } = plot.bbox
        const upper = Math.max(plot.valToPos(high, 'y', true), top)
        const lower = Math.min(plot.valToPos(low, 'y', true), top + height)
        if (lower <= upper) return
        plot.ctx.save()
        plot.ctx.fillStyle = colours()['brand-soft']
        plot.ctx.globalAlpha = 0.6
        plot.ctx.fillRect(left, upper, width, lower - upper)
        plot.ctx.restore()
      },
    },
  }
}
