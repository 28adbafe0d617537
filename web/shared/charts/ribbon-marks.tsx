import { type ChartMark, markSigns } from './marks.ts'
import styles from './night-ribbon.module.css'

interface RibbonMarksProps {
  readonly marks: readonly ChartMark[]
  /** of the ribbon, ms since the epoch */
  readonly from: number
  readonly until: number
}

/** Of the ribbon's width: the room that a mark takes, on a phone. */
const markWidth = 0.05

/** Above the ribbon; the timeline says the same in words. Marks that would cover each other stand side by side. */
export function RibbonMarks({ marks, from, until }: RibbonMarksProps) {
  const groups: ChartMark[][] = []
  for (const mark of marks.toSorted((one, other) => one.at - other.at)) {
    const last = groups.at(-1)
    if (last && mark.at - last[0]!.at < (until - from) * markWidth * last.length) last.push(mark)
    else groups.push([mark])
  }
  return (
    <div className={styles.ribbonMarks} aria-hidden>
      {groups.map((group) => (
        <span key={group[0]!.at} style={{ left: `${((group[0]!.at - from) / (until - from)) * 100}%` }}>
          {group.map(({ at, kind, text }) => (
            <span key={`${kind} ${at}`} data-kind={kind} title={text}>
              {markSigns[kind]}
            </span>
          ))}
        </span>
      ))}
    </div>
  )
}
