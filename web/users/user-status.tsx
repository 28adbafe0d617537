import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { IconCircleCheck, IconCircleOff } from '../shared/icons.tsx'
import styles from './users.module.css'

/** A word and a shape, not the colour alone. */
export function UserStatus({ status }: Pick<User, 'status'>) {
  const isActive = status === 1
  const Icon = isActive ? IconCircleCheck : IconCircleOff
  return (
    <span className={styles.userStatus} data-active={isActive}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {isActive ? m.user_active() : m.user_disabled()}
    </span>
  )
}
