import type uPlot from 'uplot'
import { type ChartMark, markSigns } from './marks.ts'
import { faint, type Palette } from './palette.ts'
import { type EarlierLimits, lonelyIndices, type OutsideRun, outsideBarHeight, outsideBars } from './series.ts'
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

const noneEarlier = (): readonly EarlierLimits[] => []

/**
 * Shades the values between two limits, behind everything.
 * @param earlier what held before, called at every drawing
 */
export function shadedRange(
  colours: Colours,
  low: number,
  high: number,
  earlier: () => readonly EarlierLimits[] = noneEarlier,
): uPlot.Plugin {
  return {
    hooks: {
      drawClear: (plot) => {
        const { left, top, width, height } = plot.bbox
        plot.ctx.save()
        plot.ctx.fillStyle = colours()['brand-soft']
        plot.ctx.globalAlpha = 0.6
        let from = left
        for (const { until, limits } of [...earlier(), { until: Number.POSITIVE_INFINITY, limits: { low, high } }]) {
          const end = until === Number.POSITIVE_INFINITY ? left + width : plot.valToPos(until, 'x', true)
          const to = Math.min(Math.max(end, from), left + width)
          const upper = Math.max(plot.valToPos(limits.high, 'y', true), top)
          const lower = Math.min(plot.valToPos(limits.low, 'y', true), top + height)
          if (lower > upper) plot.ctx.fillRect(from, upper, to - from, lower - upper)
          from = to
        }
        plot.ctx.restore()
      },
    },
  }
}

/**
 * Shades stretches out of range, with a bar below, or two for danger, for who doesn't see the shade.
 * @param runs called at every drawing
 */
export function outOfRange(colours: Colours, runs: () => readonly OutsideRun[]): uPlot.Plugin {
  const draw = (plot: uPlot, shape: (left: number, width: number, colour: string, bars: readonly number[]) => void) => {
    plot.ctx.save()
    plot.ctx.beginPath()
    plot.ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height)
    plot.ctx.clip()
    for (const { from, until, severity } of runs()) {
      const left = plot.valToPos(from, 'x', true)
      const width = Math.max(plot.valToPos(until, 'x', true) - left, 2 * devicePixelRatio)
      shape(left, width, colours()[severity === 'danger' ? 'danger' : 'warn'], outsideBars[severity])
    }
    plot.ctx.restore()
  }
  return {
    hooks: {
      drawClear: (plot) =>
        draw(plot, (left, width, colour) => {
          plot.ctx.fillStyle = faint(colour, 0.14)
          plot.ctx.fillRect(left, plot.bbox.top, width, plot.bbox.height)
        }),
      draw: (plot) =>
        draw(plot, (left, width, colour, bars) => {
          const height = outsideBarHeight * devicePixelRatio
          const floor = plot.bbox.top + plot.bbox.height
          plot.ctx.fillStyle = colour
          for (const above of bars) plot.ctx.fillRect(left, floor - above * devicePixelRatio - height, width, height)
        }),
    },
  }
}

/** A sign at the top and a line down for each mark in sight. @param marks called at every drawing */
export function markLines(colours: Colours, marks: () => readonly ChartMark[]): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox } = plot
        const { min = 0, max = 0 } = plot.scales.x!
        ctx.save()
        ctx.font = `${Number.parseFloat(token('--text-1')) * devicePixelRatio}px ${token('--font')}`
        ctx.textAlign = 'center'
        ctx.textBaseline = 'top'
        ctx.lineWidth = devicePixelRatio
        ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
        for (const { at, kind } of marks()) {
          if (at < min || at > max) continue
          const left = Math.round(plot.valToPos(at, 'x', true))
          const colour = kind === 'notification' ? colours().warn : colours()['ink-2']
          ctx.fillStyle = colour
          ctx.strokeStyle = faint(colour, 0.6)
          ctx.fillText(markSigns[kind], left, bbox.top)
          ctx.beginPath()
          ctx.moveTo(left, bbox.top + 16 * devicePixelRatio)
          ctx.lineTo(left, bbox.top + bbox.height)
          ctx.stroke()
        }
        ctx.restore()
      },
    },
  }
}
