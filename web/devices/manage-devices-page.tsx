import type { Device } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { useClinics } from '../shared/clinic.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { IconPlus, IconSwitchHorizontal, IconUpload } from '../shared/icons.tsx'
import { type LiveConnection, useConnection } from '../shared/live/index.ts'
import { lazyPart } from '../shared/parts.ts'
import { useSession } from '../shared/session.ts'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { lostSinceText } from '../shared/time.ts'
import { useWantedAct } from '../shared/use-wanted-act.ts'
import type { DeviceAct } from './device-acts.ts'
import { DeviceCounts } from './device-counts.tsx'
import { DeviceList, InventoryList, inStock, RecordList } from './device-lists.tsx'
import { DeviceActDialog } from './device-menu.tsx'
import styles from './devices.module.css'
import { panelId, TabList, tabId } from './tab-list.tsx'
import { useAdminLive } from './use-admin-live.ts'
import { useDeviceView } from './use-device-view.ts'

const AddDevice = lazyPart(async () => (await import('./add-device.tsx')).AddDevice)
const ReplaceDevices = lazyPart(async () => (await import('./replace-devices.tsx')).ReplaceDevices)
const AddDevices = lazyPart(async () => (await import('./add-devices.tsx')).AddDevices)

const tabs = () =>
  [
    { id: 'devices', label: m.device_list_title() },
    { id: 'inventory', label: m.device_inventory_title() },
    { id: 'records', label: m.device_records_title() },
  ] as const

/** Devices, inventory and records of every clinic, connections live (DE-1 to DE-8). */
export function ManageDevicesPage() {
  const session = useSession()
  const connection = useAdminLive()
  const of = useDeviceView('devices')
  const { data: clinics } = useClinics()
  const [opened, setOpened] = useState<'one' | 'many' | 'replace' | null>(null)
  const [open, setOpen] = useState<{ device: Device; act: DeviceAct } | null>(null)
  const onAct = useCallback((device: Device, act: DeviceAct) => setOpen({ device, act }), [])
  useWantedAct({ add: () => setOpened('one'), 'add-many': () => setOpened('many') })
  if (!session) return null
  const tab = tabs().find(({ id }) => id === of.tab)?.id ?? 'devices'
  const clinic_id = of.clinic === inStock ? undefined : of.clinic
  const choose = (next: string) => of.choose(next, clinic_id)
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.device_list_title()}</h1>
        <Button
          variant="default"
          leftSection={<IconSwitchHorizontal size={16} aria-hidden />}
          onClick={() => setOpened('replace')}
        >
          {m.device_replace_many()}
        </Button>
        <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setOpened('many')}>
          {m.device_add_many()}
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('one')}>
          {m.device_add()}
        </Button>
      </div>
      <DeviceCounts clinicId={clinic_id} />
      <LiveNote connection={connection} />
      <TabList label={m.device_tabs_label()} tabs={tabs()} chosen={tab} onChoose={choose} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(tab)} className={styles.devicePanel}>
        {tab === 'devices' && <DeviceList onAct={onAct} />}
        {tab === 'inventory' && <InventoryList onAct={onAct} ownId={session.id} />}
        {tab === 'records' && <RecordList />}
      </div>
      {open && (
        <DeviceActDialog
          device={open.device}
          act={open.act}
          clinicName={clinics?.find(({ id }) => id === open.device.clinic_id)?.name}
          zone={browserZone()}
          onClose={() => setOpen(null)}
        />
      )}
      <Suspense>
        {opened === 'one' && <AddDevice clinicId={clinic_id ?? ''} onClose={() => setOpened(null)} />}
        {opened === 'many' && <AddDevices clinicId={clinic_id ?? ''} onClose={() => setOpened(null)} />}
        {opened === 'replace' && <ReplaceDevices clinicId={clinic_id ?? ''} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  )
}

/** Says since when connection states on the screen are old; nothing while they are live (LI-9). */
function LiveNote({ connection }: { readonly connection: LiveConnection | null }) {
  const state = useConnection(connection)
  if (!state || state.phase === 'connecting') return null
  if (state.phase === 'live')
    return (
      <p className={styles.deviceLive} role="status" data-live>
        {m.device_live()}
      </p>
    )
  return (
    <p className={styles.deviceLive} role="status">
      {state.refused
        ? m.device_live_refused()
        : m.device_live_lost({ time: lostSinceText(state.since, browserZone()) })}
    </p>
  )
}
