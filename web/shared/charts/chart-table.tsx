import { m } from '@eupnea/texts'
import { useState } from 'react'
import { ColumnHeads } from '../column-heads.tsx'
import styles from './chart-table.module.css'

interface ChartTableRow {
  readonly key: string | number
  readonly cells: readonly string[]
}

interface ChartTableProps {
  /** of the chart */
  readonly label: string
  readonly columns: readonly string[]
  /** called once it is opened */
  readonly rows: () => readonly ChartTableRow[]
}

/** A chart's values for people who can't see it, or want to copy them. */
export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.chartTable} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{m.common_chart_table()}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <section className={styles.chartTableBox} tabIndex={0} aria-label={label}>
          <table>
            <caption className="visually-hidden">{label}</caption>
            <ColumnHeads columns={columns} />
            <tbody>
              {rows().map(({ key, cells: [first, ...others] }) => (
                <tr key={key}>
                  <th scope="row">{first}</th>
                  {others.map((cell, at) => (
                    <td key={columns[at + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
