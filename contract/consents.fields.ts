import { m } from '@eupnea/texts'
import type { Fields, Rule } from './field-kinds.ts'

/** What is recorded of a resident's consent to monitoring, and the rules between the fields (PL-5). */

export const consentFields = {
  state: {
    kind: 'choice',
    choices: {
      given: m.consent_given,
      best_interest: m.consent_best_interest,
      declined: m.consent_declined,
      withdrawn: m.consent_withdrawn,
    },
    max: 32,
    isRequired: true,
    label: m.consent_state,
    missing: m.consent_state_missing,
  },
  by: {
    kind: 'line',
    max: 200,
    isRequired: true,
    label: m.consent_by,
    help: m.consent_by_help,
    missing: m.consent_by_missing,
  },
  on: { kind: 'pastDate', isRequired: true, label: m.consent_on, missing: m.consent_on_missing },
  review_on: { kind: 'date', isNullable: true, label: m.consent_review_on, help: m.consent_review_on_help },
} as const satisfies Fields

export const consentStates = Object.keys(consentFields.state.choices) as ConsentState[]
export type ConsentState = keyof typeof consentFields.state.choices

/** Whether a sensor may be linked to a resident. @param isRequired of the facility: nothing on record is not enough */
export const allowsMonitoring = (state: ConsentState | null, isRequired: boolean): boolean =>
  state === null ? !isRequired : state === 'given' || state === 'best_interest'

export const consentRules: readonly Rule<typeof consentFields>[] = [
  {
    field: 'review_on',
    of: ['on', 'review_on'],
    isKept: ({ on, review_on }) => !on || !review_on || review_on > on,
    code: 'before_decision',
    words: m.consent_review_too_early,
  },
]
