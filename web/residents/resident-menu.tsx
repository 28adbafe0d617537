import { residentName } from '@eupnea/contract/resident-name.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconDeviceHeartMonitor,
  IconDots,
  IconFlag3,
  IconPencil,
  IconPlugConnectedX,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '../shared/icons.tsx'
import { actsOn, type ResidentAct } from './resident-acts.ts'

const entries = {
  edit: { label: 'Edit', Icon: IconPencil },
  flag: { label: 'Change flag', Icon: IconFlag3 },
  assign: { label: 'Link device', Icon: IconDeviceHeartMonitor },
  remove: { label: 'Remove from device', Icon: IconPlugConnectedX },
  discharge: { label: 'Discharge', Icon: IconUserOff },
  readmit: { label: 'Readmit', Icon: IconUserCheck },
  delete: { label: 'Delete', Icon: IconTrash },
  undelete: { label: 'Undelete', Icon: IconArrowBackUp },
} as const satisfies Record<ResidentAct, unknown>

interface ResidentMenuProps {
  readonly resident: Resident
  readonly onAct: (resident: Resident, act: ResidentAct) => void
}

/** What can be done to the resident of a row. */
export function ResidentMenu({ resident, onAct }: ResidentMenuProps) {
  return (
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className="table-act" aria-label={`Actions for ${residentName(resident)}`}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actsOn(resident).map((act) => {
          const { label, Icon } = entries[act]
          return (
            <Menu.Item
              key={act}
              leftSection={<Icon size={16} aria-hidden />}
              c={act === 'delete' ? 'var(--danger)' : undefined}
              onClick={() => onAct(resident, act)}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
