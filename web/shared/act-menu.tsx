import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Icon, IconDots } from './icons.tsx'
import tableStyles from './table/table.module.css'

interface ActMenuProps {
  /** names what the actions are for: `Actions for Ada Byron` */
  readonly label: string
  readonly children: ReactNode
}

/** Actions behind three dots: rare and destructive ones are out of the way of a hurried click there. */
export const ActMenu = ({ label, children }: ActMenuProps) => (
  <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
    <Menu.Target>
      <button type="button" className={tableStyles.tableAct} aria-label={label}>
        <IconDots size={18} stroke={1.8} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

interface ActItemProps {
  readonly Icon: Icon
  /** in the danger colour */
  readonly isDanger?: boolean
  readonly onClick?: () => void
  /** instead of a button, such as a link */
  readonly renderRoot?: (props: object) => ReactNode
  readonly children: ReactNode
}

export const ActItem = ({ Icon, isDanger = false, ...item }: ActItemProps) => (
  <Menu.Item leftSection={<Icon size={16} aria-hidden />} c={isDanger ? 'var(--danger)' : undefined} {...item} />
)
