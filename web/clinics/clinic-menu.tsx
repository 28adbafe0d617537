import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconDots, IconId, IconLayoutGrid, IconPencil, IconSettings } from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import { useOpenDashboard } from './open-dashboard.tsx'

const pages = [
  { to: '/facility/profile/$slug', label: m.clinic_profile, Icon: IconId },
  { to: '/facility/edit/$slug', label: m.common_edit, Icon: IconPencil },
  { to: '/facility/settings/$slug', label: m.clinic_settings, Icon: IconSettings },
] as const

interface ClinicMenuProps {
  readonly clinic: Clinic
  readonly mayAdminister: boolean
}

/** What can be done with the clinic of a row. */
export function ClinicMenu({ clinic: { id, slug, name }, mayAdminister }: ClinicMenuProps) {
  const openDashboard = useOpenDashboard()
  return (
    <Menu position="bottom-end" width={190} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={tableStyles.tableAct} aria-label={m.common_actions_label({ name })}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {(mayAdminister ? pages : []).map(({ to, label, Icon }) => (
          <Menu.Item
            key={to}
            renderRoot={(props) => <Link {...props} to={to} params={{ slug }} />}
            leftSection={<Icon size={16} aria-hidden />}
          >
            {label()}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconLayoutGrid size={16} aria-hidden />} onClick={() => openDashboard(id)}>
          {m.clinic_open_dashboard()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
