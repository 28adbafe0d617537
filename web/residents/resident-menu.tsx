import { residentName } from '@eupnea/contract/resident-name.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import {
  IconArrowBackUp,
  IconCalendar,
  IconCalendarOff,
  IconDeviceHeartMonitor,
  IconFlag3,
  IconPencil,
  IconPlugConnectedX,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '../shared/icons.tsx'
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
    <ActMenu label={m.common_actions_label({ name: residentName(resident) })}>
      {actsOn(resident).map((act) => {
        const { label, Icon } = entries[act]
        return (
          <ActItem key={act} Icon={Icon} isDanger={act === 'delete'} onClick={() => onAct(resident, act)}>
            {label()}
          </ActItem>
        )
      })}
    </ActMenu>
  )
}
