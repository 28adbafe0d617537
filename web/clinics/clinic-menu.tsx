import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { IconId, IconLayoutGrid, IconPencil, IconSettings } from '../shared/icons.tsx'
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
    <ActMenu label={m.common_actions_label({ name })}>
      {(mayAdminister ? pages : []).map(({ to, label, Icon }) => (
        <ActItem key={to} renderRoot={(props) => <Link {...props} to={to} params={{ slug }} />} Icon={Icon}>
          {label()}
        </ActItem>
      ))}
      <ActItem Icon={IconLayoutGrid} onClick={() => openDashboard(id)}>
        {m.clinic_open_dashboard()}
      </ActItem>
    </ActMenu>
  )
}
