import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import type { ComponentType } from 'react'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '../icons.tsx'
import styles from './pager.module.css'
import tableStyles from './table.module.css'
import tableToolsStyles from './table-tools.module.css'
import { countText, pageCount, pageSizes, rangeText, type TableView } from './table-view.ts'

interface PagerProps {
  /** the table's name, for people who only hear the buttons */
  readonly label: string
  readonly view: TableView
  /** rows that are shown */
  readonly rows: number
  readonly total: number
  /** there are more than `total` */
  readonly isCapped?: boolean | undefined
  readonly onChange: (change: Partial<TableView>) => void
}

/** Which rows of how many, and buttons to the others. */
export function Pager({ label, view, rows, total, isCapped, onChange }: PagerProps) {
  const last = pageCount(total, view.pageSize)
  const goTo = (page: number) => onChange({ page: Math.min(last, Math.max(1, page)) })
  return (
    <nav className={styles.pager} aria-label={m.common_pages_label({ list: label })}>
      <p className="tabular" role="status">
        {rangeText(view, rows, { total, isCapped })}
      </p>
      {total > rows && <p className={styles.pagerPart}>{m.common_print_part()}</p>}
      {total > pageSizes[0] && (
        <label className={styles.pagerSize}>
          <span aria-hidden>{m.common_page_rows()}</span>
          <select
            className={tableToolsStyles.tableSelect}
            aria-label={m.common_page_rows_label()}
            value={view.pageSize}
            onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value), page: 1 })}
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      {last > 1 && (
        <span className={styles.pagerSteps}>
          <Step label={m.common_first_page()} Icon={IconChevronsLeft} isOff={view.page <= 1} onClick={() => goTo(1)} />
          <Step
            label={m.common_page_previous()}
            Icon={IconChevronLeft}
            isOff={view.page <= 1}
            onClick={() => goTo(view.page - 1)}
          />
          <span className={clsx(styles.pagerPage, 'tabular')}>
            {m.common_page_place({ page: numberText(view.page), pages: countText(last, isCapped) })}
          </span>
          <Step
            label={m.common_page_next()}
            Icon={IconChevronRight}
            isOff={view.page >= last}
            onClick={() => goTo(view.page + 1)}
          />
          <Step
            label={m.common_page_last()}
            Icon={IconChevronsRight}
            isOff={view.page >= last}
            onClick={() => goTo(last)}
          />
        </span>
      )}
    </nav>
  )
}

interface StepProps {
  readonly label: string
  readonly Icon: ComponentType<{ size: number; stroke: number }>
  readonly isOff: boolean
  readonly onClick: () => void
}

/** Stays in the tab order at either end, so that the last step doesn't lose the focus. */
function Step({ label, Icon, isOff, onClick }: StepProps) {
  return (
    <button
      type="button"
      className={clsx(tableStyles.tableAct, styles.pagerStep)}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
    </button>
  )
}
