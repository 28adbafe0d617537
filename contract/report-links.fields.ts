import { m } from '@eupnea/texts'
import type { Fields } from './field-kinds.ts'

/** What is asked before a public link to a report is made (RP-4, DO-9). */

/** The longest that a link works, days. */
const mostLinkDays = 7

export const reportLinkFields = {
  /** who gets it, as its creator says */
  recipient: {
    kind: 'line',
    max: 200,
    isRequired: true,
    label: m.report_link_recipient_label,
    help: m.report_link_recipient_help,
  },
  days: {
    kind: 'number',
    min: 1,
    max: mostLinkDays,
    isRequired: true,
    label: m.report_link_days_label,
    help: () => m.report_link_days_help({ most: mostLinkDays }),
  },
} as const satisfies Fields
