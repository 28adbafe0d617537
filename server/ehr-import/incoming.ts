import type { EhrField } from '@eupnea/contract/ehr-import.ts'

/** What an EHR says about a person. Absent: nothing. '': explicitly none. */
export type Said = Partial<Record<EhrField, string>>

/** One row of the EHR, checked. */
export type Incoming =
  | {
      readonly external_id: string
      readonly said: Said
      /** ids of records that the EHR has merged into this one */
      readonly replaces?: readonly string[]
      /** the record that the EHR has merged this one into, if it lists that */
      readonly into?: string
      /** the person's name where `said` has none */
      readonly who?: string
      /** what a person should know of how it was read */
      readonly remark?: string
    }
  /** can't be used; `who` names the person as far as possible */
  | { readonly external_id: string | null; readonly who: string; readonly fault: string }

/** A part of the EHR that it doesn't give; `status` of HTTP, or null: it gives it, but has none of them. */
export interface Limit {
  readonly resource: 'Location' | 'Encounter'
  readonly status: number | null
}

interface Page {
  readonly rows: readonly Incoming[]
  /** where to continue; null: this was the last page */
  readonly next: string | null
  /** the total number, if the EHR gives it */
  readonly announced?: number
  /** what had to be done without */
  readonly limits?: readonly Limit[]
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
