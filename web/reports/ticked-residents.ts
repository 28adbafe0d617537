import styles from './report-sheets.module.css'

/** Patient ids of the boxes ticked on the sheets. */
export const tickedResidents = (): string[] =>
  Array.from(document.querySelectorAll<HTMLInputElement>(`.${styles.sheetTable} input:checked`), ({ value }) => value)
