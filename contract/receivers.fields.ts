import { m } from '@eupnea/texts'
import type { Field } from './field-kinds.ts'
import { notificationKinds } from './notification-kinds.ts'

/** Of which notifications another system hears; none: all (AN-12, EH-5). */
export const kindsField = {
  kind: 'list',
  of: { kind: 'identifier', isRequired: true },
  max: notificationKinds.length,
  label: m.webhook_kinds_label,
  help: m.webhook_kinds_help,
} as const satisfies Field
