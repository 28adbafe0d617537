import type { EhrField } from '@eupnea/contract/ehr-import.ts'

/** What an EHR says about a person. Absent: nothing. '': explicitly none. */
export type Said = Partial<Record<EhrField, string>>

/** One row of the EHR, checked. */
export type Incoming =
  | { readonly external_id: string; readonly said: Said }
  /** can't be used; `who` names the person as far as possible */
  | { readonly external_id: string | null; readonly who: string; readonly fault: string }

interface Page {
  readonly rows: readonly Incoming[]
  /** where to continue; null: this was the last page */
  readonly next: string | null
  /** the total number, if the EHR gives it */
  readonly announced?: number
}

/**
 * @param from where to continue; null: from the start.
 * @throws EhrError
 */
export type ReadPages = (from: string | null) => AsyncGenerator<Page>

/** A name to show to people: plain text, shortened if too long. */
export const shownName = (...parts: unknown[]): string =>
  parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/[\p{Cc}<>]/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 120)
