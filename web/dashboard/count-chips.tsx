import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { countKinds, type Kind, kinds } from './card-order.ts'
import styles from './dashboard-page.module.css'
import { useCounts } from './use-counts.ts'

const labels: Record<Kind, { mark: string; text: (of: { count: number }) => string }> = {
  no_breathing: { mark: '∅', text: m.dashboard_kind_no_breathing },
  extreme: { mark: '‼', text: m.dashboard_kind_extreme },
  high: { mark: '▲', text: m.dashboard_kind_high },
  low: { mark: '▼', text: m.dashboard_kind_low },
  sensor: { mark: '⚙', text: m.dashboard_kind_sensor },
  flagged: { mark: '⚑', text: m.dashboard_kind_flagged },
}

interface CountChipsProps {
  readonly residents: readonly Resident[]
  readonly chosen: ReadonlySet<Kind>
  readonly onChoose: (kinds: ReadonlySet<Kind>) => void
}

/** How many residents are out of range, without a signal or flagged; a chip filters by its kind. */
export function CountChips({ residents, chosen, onChoose }: CountChipsProps) {
  const counts = useCounts(residents, countKinds)

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
        <span aria-hidden>{labels[kind].mark}</span> {counts[kind]} {labels[kind].text({ count: counts[kind] })}
      </button>
    ))
}
