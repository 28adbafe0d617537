import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconChevronDown } from '../shared/icons.tsx'
import type { MenuGroup } from './menu-entries.ts'

interface TopMenuGroupProps {
  readonly group: MenuGroup
  readonly selected: string | undefined
}

/** One group of the top menu, opening below its name. */
export function TopMenuGroup({ group, selected }: TopMenuGroupProps) {
  const isHere = group.entries.some(({ key }) => key === selected)
  return (
    <Menu position="bottom-start" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className="menu-link top-menu-group" data-here={isHere}>
          {group.label}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {group.entries.map(({ key, to, label, Icon }) => (
          <Menu.Item
            key={key}
            component={Link}
            to={to}
            aria-current={key === selected ? 'page' : undefined}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
