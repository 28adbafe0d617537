import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import styles from './line-faults.module.css'

export interface LineFault {
  readonly number: number
  /** what the line is about, as far as that can be read */
  readonly name: string
  readonly fault: string
}

/** More than these are not read one by one. */
const mostShown = 100

/** What is wrong with lines that somebody pasted or read from a file. */
export function LineFaults({ faults }: { readonly faults: readonly LineFault[] }) {
  if (faults.length === 0) return null
  return (
    <ul className={styles.lineFaults} aria-label={m.common_line_faults()}>
      {faults.slice(0, mostShown).map(({ number, name, fault }) => (
        <li key={number}>
          <b>{m.common_line({ number })}</b>
          {name && ` ${name}`}: {fault}
        </li>
      ))}
      {faults.length > mostShown && <li>{m.common_lines_more({ count: numberText(faults.length - mostShown) })}</li>}
    </ul>
  )
}
