import { type FlagStatus, flagName } from '@eupnea/contract/rules/flag.ts'
import styles from './flag-badge.module.css'
import { type Icon, IconAlertCircle, IconCircleCheck, IconEye, IconFlag3, IconFlagOff } from './icons.tsx'

/** Each flag has a shape and a word as well as a colour. */
export const flagIcons: Record<FlagStatus, Icon> = {
  1: IconFlagOff,
  2: IconFlag3,
  3: IconEye,
  4: IconAlertCircle,
  5: IconCircleCheck,
}

/** Icon and name of a flag status. */
export function FlagBadge({ status }: { readonly status: FlagStatus }) {
  const Icon = flagIcons[status]
  return (
    <span className={styles.flagBadge} data-flag={status}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {flagName(status)}
    </span>
  )
}
