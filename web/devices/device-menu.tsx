import { deviceName } from '@eupnea/contract/device-name.ts'
import type { Device } from '@eupnea/contract/devices.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Suspense } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import {
  IconActivity,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleOff,
  IconKey,
  IconLink,
  IconPackageImport,
  IconPencil,
  IconPlugConnectedX,
  IconSwitchHorizontal,
  IconTag,
  IconTrash,
} from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { isAdministrator, mayAdminister, useSession } from '../shared/session.ts'
import { actsOn, type DeviceAct, type DeviceRight } from './device-acts.ts'

const AddInStock = lazyPart(async () => (await import('./add-in-stock.tsx')).AddInStock)
const DeleteDevice = lazyPart(async () => (await import('./delete-device.tsx')).DeleteDevice)
const DeviceActivity = lazyPart(async () => (await import('./device-activity.tsx')).DeviceActivity)
const EditDevice = lazyPart(async () => (await import('./edit-device.tsx')).EditDevice)
const LinkResident = lazyPart(async () => (await import('./link-resident.tsx')).LinkResident)
const RemoveDevice = lazyPart(async () => (await import('./remove-device.tsx')).RemoveDevice)
const RenameDevice = lazyPart(async () => (await import('./rename-device.tsx')).RenameDevice)
const ReplaceDevice = lazyPart(async () => (await import('./replace-device.tsx')).ReplaceDevice)
const ReturnDevice = lazyPart(async () => (await import('./return-device.tsx')).ReturnDevice)
const RotateDeviceKey = lazyPart(async () => (await import('./rotate-device-key.tsx')).RotateDeviceKey)
const SetInventoryStatus = lazyPart(async () => (await import('./set-inventory-status.tsx')).SetInventoryStatus)

const entries = {
  activity: { label: m.device_activity, Icon: IconActivity },
  link: { label: m.device_link_act, Icon: IconLink },
  rename: { label: m.device_rename, Icon: IconTag },
  edit: { label: m.common_edit, Icon: IconPencil },
  key: { label: m.device_key_act, Icon: IconKey },
  replace: { label: m.device_replace, Icon: IconSwitchHorizontal },
  remove: { label: m.device_remove, Icon: IconPlugConnectedX },
  activate: { label: m.device_activate, Icon: IconCircleCheck },
  deactivate: { label: m.device_deactivate, Icon: IconCircleOff },
  stock: { label: m.device_stock_act, Icon: IconPackageImport },
  return: { label: m.device_return, Icon: IconArrowBackUp },
  delete: { label: m.common_delete, Icon: IconTrash },
} as const satisfies Record<DeviceAct, { label: () => string; Icon: typeof IconKey }>

function rightOf({ clinic_id }: Device, session: Session | null): DeviceRight {
  if (session && isAdministrator(session)) return 'administrator'
  return session && clinic_id !== null && mayAdminister(session, clinic_id) ? 'clinic-admin' : 'staff'
}

interface DeviceMenuProps {
  readonly device: Device
  readonly onAct: (device: Device, act: DeviceAct) => void
}

/** What can be done to the device of a row. */
export function DeviceMenu({ device, onAct }: DeviceMenuProps) {
  const session = useSession()
  const acts = actsOn(device, rightOf(device, session))
  return (
    <ActMenu label={m.common_actions_label({ name: deviceName(device) })}>
      {acts.map((act) => {
        const { label, Icon } = entries[act]
        return (
          <ActItem key={act} Icon={Icon} isDanger={act === 'delete'} onClick={() => onAct(device, act)}>
            {label()}
          </ActItem>
        )
      })}
    </ActMenu>
  )
}

interface DeviceActDialogProps {
  readonly device: Device
  readonly act: DeviceAct
  /** absent where it isn't known */
  readonly clinicName: string | undefined
  /** as in the list that it was chosen from */
  readonly zone: string
  readonly onClose: () => void
}

/** The dialog of one act. */
export function DeviceActDialog({ device, act, clinicName, zone, onClose }: DeviceActDialogProps) {
  const of = { device, onClose }
  return (
    <Suspense>
      {act === 'activity' && <DeviceActivity {...of} zone={zone} />}
      {act === 'link' && <LinkResident {...of} />}
      {act === 'rename' && <RenameDevice {...of} />}
      {act === 'edit' && <EditDevice {...of} />}
      {act === 'key' && <RotateDeviceKey {...of} />}
      {act === 'replace' && <ReplaceDevice {...of} />}
      {act === 'remove' && <RemoveDevice {...of} clinicName={clinicName} />}
      {(act === 'activate' || act === 'deactivate') && <SetInventoryStatus {...of} />}
      {act === 'stock' && <AddInStock {...of} />}
      {act === 'return' && <ReturnDevice {...of} />}
      {act === 'delete' && <DeleteDevice {...of} />}
    </Suspense>
  )
}
