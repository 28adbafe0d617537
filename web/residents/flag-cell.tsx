import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import { FlagBadge } from './flag-badge.tsx'

/** A flag in a list; most residents have none, so that is shown quietly. */
export function FlagCell({ status }: { readonly status: FlagStatus }) {
  if (status === 1) return '–'
  return (
    <span data-flag={status}>
      <FlagBadge status={status} />
    </span>
  )
}
