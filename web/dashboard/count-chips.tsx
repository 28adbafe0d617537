import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { now, onSecond } from '../shared/time.ts'
import { countKinds, type Kind, kinds } from './card-order.ts'
import styles from './dashboard-page.module.css'
import { sliceOf } from './use-card-choice.ts'

const labels: Record<Kind, { mark: string; text: () => string }> = {
  no_breathing: { mark: '∅', text: m.dashboard_kind_no_breathing },
  extreme: { mark: '‼', text: m.dashboard_kind_extreme },
  high: { mark: '▲', text: m.dashboard_kind_high },
  low: { mark: '▼', text: m.dashboard_kind_low },
  sensor: { mark: '⚙', text: m.dashboard_kind_sensor },
  offline: { mark: '◌', text: m.dashboard_kind_offline },
  flagged: { mark: '⚑', text: m.dashboard_kind_flagged },
}

interface CountChipsProps {
  readonly residents: readonly Resident[]
  readonly chosen: ReadonlySet<Kind>
  readonly onChoose: (kinds: ReadonlySet<Kind>) => void
}

/** How many residents are out of range, disconnected or flagged, counted once a second; a chip filters by its kind. */
export function CountChips({ residents, chosen, onChoose }: CountChipsProps) {
  const [counts, setCounts] = useState(() => countKinds(residents, sliceOf, now()))

  useEffect(() => {
    const count = () =>
      setCounts((before) => {
        const next = countKinds(residents, sliceOf, now())
        return kinds.every((kind) => next[kind] === before[kind]) ? before : next
      })
    count()
    return onSecond(count)
  }, [residents])

  function toggle(kind: Kind) {
    const next = new Set(chosen)
    if (!next.delete(kind)) next.add(kind)
    onChoose(next)
  }

  return kinds
    .filter((kind) => counts[kind] > 0 || chosen.has(kind))
    .map((kind) => (
      <button
        key={kind}
        type="button"
        className={clsx(styles.chip, 'tabular')}
        data-kind={kind}
        aria-pressed={chosen.has(kind)}
        onClick={() => toggle(kind)}
      >
        <span aria-hidden>{labels[kind].mark}</span> {counts[kind]} {labels[kind].text()}
      </button>
    ))
}
