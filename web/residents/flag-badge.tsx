import { type FlagStatus, flagName } from '@eupnea/contract/rules/flag.ts'
import { type Icon, IconAlertCircle, IconCircleCheck, IconEye, IconFlag3, IconFlagOff } from '../shared/icons.tsx'
import './flag-badge.css'

/** Each flag has a shape and a word as well as a colour. */
const icons: Record<FlagStatus, Icon> = {
  1: IconFlagOff,
  2: IconFlag3,
  3: IconEye,
  4: IconAlertCircle,
  5: IconCircleCheck,
}

/** Icon and name of a flag status. */
export function FlagBadge({ status }: { readonly status: FlagStatus }) {
  const Icon = icons[status]
  return (
    <span className="flag-badge" data-flag={status}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {flagName(status)}
    </span>
  )
}
