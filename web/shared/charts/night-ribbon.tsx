import {
  cellMinutes,
  hoursOf,
  isSlower,
  lookOf,
  type NightCell,
  type Stretch,
  stretchesOf,
  sumNight,
  toneOf,
  type Usual,
} from '@eupnea/contract/rules/night.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { clockText, dayText, decimalText } from '../time.ts'
import chartStyles from './chart.module.css'
import styles from './night-ribbon.module.css'
import { type NightInWords, nightWords, type RibbonNight } from './night-words.ts'
import { RibbonMarks } from './ribbon-marks.tsx'
import { outsideBarHeight, outsideBars, outsideRuns } from './series.ts'
import { tickStep, zonedTicks } from './zoned-axis.ts'

/** A night as a row of cells from evening to noon: the same on the page, in the handover and for the member (VI-1). */

interface NightRibbonProps extends NightInWords {
  /** names it where it isn't a night */
  readonly label?: string
  /** CSS pixels of the ribbon itself */
  readonly height: number
  /** cells of an hour each, as high as the share in bed (VI-2) */
  readonly isByHour?: boolean
  /** one of many in a table that says the same in numbers: a picture only */
  readonly isPlain?: boolean
}

const cellMs = cellMinutes * 60_000

/** The night in one sentence. */
function summaryOf(night: RibbonNight): string {
  const { rate, hoursInBed, timesOut, minutesUnmonitored } = sumNight(night)
  return m.night_ribbon_summary({
    hours: decimalText(hoursInBed),
    rate: decimalText(rate),
    times: timesOut ?? '–',
    minutes: minutesUnmonitored,
  })
}

export function NightRibbon(props: NightRibbonProps) {
  const { night, height, marks = [], isPlain = false } = props
  const from = Date.parse(night.from)
  const total = Math.round((Date.parse(night.until) - from) / cellMs)
  const [at, setAt] = useState<number | null>(null)
  const summaryId = useId()
  const label = props.label ?? m.night_ribbon_label({ date: dayText(night.date) })
  const last = night.cells.length - 1
  // A handover says it beside the ribbon to the minute, which sums of cells would contradict.
  const summary = props.label ? null : summaryOf(night)
  const cell = nightWords(props)[at ?? last]
  const said = at === null ? null : cell
  const lines = cell ? [cell.what, ...cell.marks] : []
  const picture = <Picture {...props} total={total} />
  if (isPlain || last < 0) return <div className={styles.ribbon}>{picture}</div>
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - left) / width) * total)
    setAt(place >= 0 && place <= last ? place : null)
  }
  const move = (event: KeyboardEvent) => {
    const now = at ?? last
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, PageDown: now - 6, PageUp: now + 6, Home: 0, End: last }[
      event.key
    ]
    if (event.key === 'Escape') setAt(null)
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  return (
    <figure className={styles.ribbon} aria-label={label} aria-describedby={summary ? summaryId : undefined}>
      <div
        className={styles.ribbonPlot}
        role="slider"
        tabIndex={0}
        aria-label={m.common_chart_keys({ chart: label })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={
          cell && (said || !summary) ? m.night_cell({ time: cell.time, what: lines.join(', ') }) : (summary ?? '')
        }
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        // The finger scrolls the page.
        onPointerCancel={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        {marks.length > 0 && <RibbonMarks marks={marks} from={from} until={Date.parse(night.until)} />}
        {picture}
        {at !== null && said && (
          <>
            <span
              className={styles.ribbonCursor}
              style={{ left: `${((at + 0.5) / total) * 100}%`, height }}
              aria-hidden
            />
            <div
              className={clsx(chartStyles.chartTooltip, styles.ribbonTooltip)}
              data-side={at > total / 2 ? 'left' : 'right'}
              style={{ left: `${((at + 0.5) / total) * 100}%` }}
              aria-hidden
            >
              <b>{said.time}</b>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </div>
          </>
        )}
      </div>
      {summary && (
        <figcaption id={summaryId} className="visually-hidden">
          {summary}
        </figcaption>
      )}
    </figure>
  )
}

function Picture(props: NightRibbonProps & { readonly total: number }) {
  const { night, usual, height, limitsAt, isByHour, total } = props
  const drawn = isByHour ? hoursOf(night.cells).flatMap((cell, hour) => hourOf(cell, hour, night.cells, usual)) : []
  return (
    <svg
      className={styles.ribbonPicture}
      viewBox={`0 0 ${total} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
      aria-hidden
    >
      <Ground from={night.cells.length} until={total} height={height} />
      {isByHour
        ? drawn.map((stretch) => <Cells key={stretch.from} {...stretch} height={height} gap={0.4} />)
        : stretchesOf(night.cells, usual).map((stretch) => (
            <Cells key={stretch.from} {...stretch} height={height} share={1} gap={0} />
          ))}
      {limitsAt &&
        outsideCells(night, limitsAt).flatMap(({ from, until, severity }) =>
          outsideBars[severity].map((above) => (
            <rect
              key={`${from} ${above}`}
              className={styles.ribbonOutside}
              data-severity={severity}
              x={from}
              y={height - above - outsideBarHeight}
              width={until - from}
              height={outsideBarHeight}
            />
          )),
        )}
    </svg>
  )
}

/** Runs of cells out of range, by their indices. */
const outsideCells = ({ cells, from }: RibbonNight, limitsAt: (at: number) => RateLimits) =>
  outsideRuns(
    cells.map((_, at) => at),
    cells.map((cell) => (lookOf(cell) === 'in' ? cell.rate : null)),
    1,
    (at) => limitsAt(Date.parse(from) + at * cellMs),
  )

/** A little in bed is still to be seen. */
const leastShare = 0.12

const perHour = 60 / cellMinutes

/** An hour as one cell, with the part left open in which nobody was monitored, such as on leave. */
function hourOf({ bed, rate }: NightCell, hour: number, cells: readonly NightCell[], usual: Usual | null) {
  const look = bed !== null && bed > 0 ? ('in' as const) : ('out' as const)
  const tone = look === 'in' && rate !== null ? toneOf(rate, usual) : null
  const start = hour * perHour
  return monitoredRuns(cells.slice(start, start + perHour)).map(([from, until]) => ({
    ...{ from: start + from, until: start + until, look, tone },
    share: Math.max(leastShare, bed!),
  }))
}

/** [from, until) of monitored cells that follow each other, by their indices. */
function monitoredRuns(cells: readonly NightCell[]): [from: number, until: number][] {
  const runs: [number, number][] = []
  for (const [at, { bed }] of cells.entries()) {
    const last = runs.at(-1)
    if (bed === null) continue
    if (last?.[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

interface CellsProps extends Stretch {
  readonly height: number
  /** of the height */
  readonly share: number
  /** to the next ones, cells */
  readonly gap: number
}

function Cells({ from, until, look, tone, height, share, gap }: CellsProps) {
  if (look === 'unmonitored') return null
  const full = look === 'out' ? Math.min(3, height / 4) : height * share
  return (
    <>
      <Ground from={from} until={until} height={height} />
      <rect
        className={styles.ribbonCells}
        data-look={look}
        data-tone={tone ?? undefined}
        x={from}
        y={height - full}
        // A hair wider, so that no seam shows between neighbours.
        width={until - from - gap + (gap === 0 ? 0.05 : 0)}
        height={full}
      />
      {isSlower(tone) && <path className={styles.ribbonLines} d={linesAcross(from, until - gap, height, full)} />}
    </>
  )
}

/** CSS pixels from one line to the next. */
const lineStep = 4

/** Upwards from the bottom, each on whole pixels. */
const linesAcross = (from: number, until: number, bottom: number, full: number) =>
  Array.from(
    { length: Math.floor(full / lineStep) },
    (_, line) => `M${from} ${bottom - lineStep * (line + 0.5) - 0.5}H${until}`,
  ).join('')

/** Where somebody was heard, or nothing has happened yet; unmonitored time is what it leaves open. */
const Ground = ({ from, until, height }: Pick<CellsProps, 'from' | 'until' | 'height'>) => (
  <rect className={styles.ribbonGround} x={from} width={Math.max(0, until - from)} height={height} />
)

const mostLabels = 7

/** Round hours of the clock below a ribbon, where they are also on the nights on which it changes. */
export function RibbonAxis({ night: { from, until }, zone }: { readonly night: RibbonNight; readonly zone: string }) {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const ticks = zonedTicks(start, end, tickStep(start, end, mostLabels), zone, start)
  return (
    <div className={clsx(styles.ribbonAxis, 'tabular')} aria-hidden>
      {ticks.map((at) => (
        <span key={at} data-end={endOf(at, start, end)} style={{ left: `${((at - start) / (end - start)) * 100}%` }}>
          {clockText(at, zone)}
        </span>
      ))}
    </div>
  )
}

/** Where the middle of a label would stick out; undefined in between. */
function endOf(at: number, start: number, end: number) {
  const share = (at - start) / (end - start)
  if (share < 0.03) return 'first'
  return share > 0.97 ? 'last' : undefined
}
