import { m } from '@eupnea/texts'
import { type RefObject, useCallback, useRef } from 'react'
import type uPlot from 'uplot'
import { Chart } from '../shared/charts/chart.tsx'
import { type Colours, line, padding, timeAxis, valueAxis } from '../shared/charts/parts.ts'
import type { ChartOptions } from '../shared/charts/use-plot.ts'
import { now } from '../shared/time.ts'
import type { Waveform } from './waveform.ts'
import { displacementRange, windowMs } from './waveform-window.ts'

const nothing: uPlot.AlignedData = [[], [], []]

interface WaveformChartProps {
  readonly waveform: Waveform
  readonly zone: string
  /** no new data: the line is grey */
  readonly isOld: boolean
}

/**
 * Chest movement as on a bedside monitor: the line runs through a one-minute window, over the previous minute, and
 * starts again at the left when the window rolls (LI-8).
 */
export function WaveformChart({ waveform, zone, isOld }: WaveformChartProps) {
  const old = useRef(isOld)
  old.current = isOld
  const options = useCallback((colours: Colours) => sweepOptions(colours, zone, old), [zone])
  const onPlot = useCallback((plot: uPlot) => drawContinually(plot, waveform, old), [waveform])
  return (
    <Chart
      key={zone}
      label={m.resident_waveform()}
      summary={m.resident_waveform_summary()}
      height={240}
      fill
      options={options}
      data={nothing}
      onPlot={onPlot}
    />
  )
}

type Old = RefObject<boolean>

function sweepOptions(colours: Colours, zone: string, old: Old): ChartOptions {
  const stroke = () => (old.current ? colours()['ink-3'] : colours().brand)
  return {
    scales: { x: { time: false }, y: {} },
    axes: [timeAxis(colours, zone), valueAxis(colours, [0.5, 1, 2, 5, 10, 20, 50])],
    series: [
      {},
      { ...line(m.resident_waveform_line(), stroke), points: { show: false } },
      { ...line(m.resident_waveform_before(), () => colours()['ink-3'], 1.5), points: { show: false }, alpha: 0.4 },
    ],
    padding,
    hooks: { draw: [(plot) => drawPen(plot, stroke())] },
  }
}

/** The pen's point, at the newest drawn sample. */
function drawPen(plot: uPlot, colour: string) {
  const [times, values] = plot.data
  const last = values?.findLastIndex((value) => value != null) ?? -1
  if (last < 0) return
  const { ctx } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.fillStyle = colour
  ctx.beginPath()
  ctx.arc(plot.valToPos(times[last]!, 'x', true), plot.valToPos(values![last]!, 'y', true), 4 * ratio, 0, 2 * Math.PI)
  ctx.fill()
  ctx.restore()
}

/** Draws at most once a frame, and only once the pen has moved by a pixel. @returns a function that stops it */
function drawContinually(plot: uPlot, waveform: Waveform, old: Old): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let drawn = { pen: 0, start: 0, isOld: false }
  let range: [number, number] | null = null
  let frameId = requestAnimationFrame(draw)

  function draw() {
    frameId = requestAnimationFrame(draw)
    const frame = waveform.frame(now())
    if (!frame) return
    const { window, pen } = frame
    const step = still.matches ? 1_000 : windowMs / Math.max(plot.bbox.width, 1)
    const isNewWindow = window.start !== drawn.start
    const isOld = old.current
    if (!isNewWindow && isOld === drawn.isOld && Math.abs(pen - drawn.pen) < step) return
    drawn = { pen, start: window.start, isOld }
    const sweep = frame.sweep()
    if (isNewWindow) range = displacementRange(sweep[2], null)
    range = displacementRange(sweep[1], range)
    const [min, max] = range
    plot.batch(() => {
      plot.setData(sweep, false)
      plot.setScale('x', { min: window.start, max: window.end })
      plot.setScale('y', { min, max })
    })
  }
  return () => cancelAnimationFrame(frameId)
}
