import type { EhrField } from '@eupnea/contract/ehr-import.ts'

/** What an EHR says of somebody. Absent: it does not tell. '': it tells that there is none. */
export type Said = Partial<Record<EhrField, string>>

/** One row of the EHR, checked. */
export type Incoming =
  | { readonly external_id: string; readonly said: Said }
  /** cannot be used; `who` is for people, as far as it can be told */
  | { readonly external_id: string | null; readonly who: string; readonly fault: string }

interface Page {
  readonly rows: readonly Incoming[]
  /** where reading goes on; null: this was the last one */
  readonly next: string | null
  /** how many there are in all, if the EHR says so */
  readonly announced?: number
}

/** @param from where it goes on; null: at the beginning. @throws EhrError */
export type ReadPages = (from: string | null) => AsyncGenerator<Page>

/** One row for people's eyes: too long, or with anything but text, it is cut. */
export const shownName = (...parts: unknown[]): string =>
  parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/[\p{Cc}<>]/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 120)
