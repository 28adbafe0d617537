import { residentName } from '@eupnea/contract/resident-name.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCalendar,
  IconCalendarOff,
  IconDeviceHeartMonitor,
  IconDots,
  IconFlag3,
  IconPencil,
  IconPlugConnectedX,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import { actsOn, type ResidentAct } from './resident-acts.ts'

const entries = {
  edit: { label: m.common_edit, Icon: IconPencil },
  flag: { label: m.resident_flag_change, Icon: IconFlag3 },
  assign: { label: m.resident_link, Icon: IconDeviceHeartMonitor },
  remove: { label: m.device_unlink_act, Icon: IconPlugConnectedX },
  leave: { label: m.leave_act, Icon: IconCalendarOff },
  endLeave: { label: m.leave_end, Icon: IconCalendar },
  discharge: { label: m.resident_discharge, Icon: IconUserOff },
  readmit: { label: m.resident_readmit, Icon: IconUserCheck },
  delete: { label: m.common_delete, Icon: IconTrash },
  undelete: { label: m.resident_undelete, Icon: IconArrowBackUp },
} as const satisfies Record<ResidentAct, unknown>

interface ResidentMenuProps {
  readonly resident: Resident
  readonly onAct: (resident: Resident, act: ResidentAct) => void
}

/** The actions for a row's resident. */
export function ResidentMenu({ resident, onAct }: ResidentMenuProps) {
  return (
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={tableStyles.tableAct}
          aria-label={m.common_actions_label({ name: residentName(resident) })}
        >
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
              {label()}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
