import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Device } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconPlus, IconUpload } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { lazyPart } from '../shared/parts.ts'
import { mayAdminister, useSession } from '../shared/session.ts'
import { Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { useWantedAct } from '../shared/use-wanted-act.ts'
import type { DeviceAct } from './device-acts.ts'
import { DeviceCounts } from './device-counts.tsx'
import { InventoryList, RecordList } from './device-lists.tsx'
import { DeviceActDialog } from './device-menu.tsx'
import styles from './devices.module.css'
import { panelId, TabList, tabId } from './tab-list.tsx'
import { useDeviceView } from './use-device-view.ts'

const AddDevice = lazyPart(async () => (await import('./add-device.tsx')).AddDevice)
const AddDevices = lazyPart(async () => (await import('./add-devices.tsx')).AddDevices)

const tabs = () =>
  [
    { id: 'inventory', label: m.device_inventory_title() },
    { id: 'records', label: m.device_records_title() },
  ] as const

/** The devices and records of the clinic in the top bar, with what its staff may do (SH-9, DE-6). */
export function InventoryPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicInventory key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

function ClinicInventory({ clinic }: { readonly clinic: Clinic }) {
  const session = useSession()
  const of = useDeviceView('inventory')
  const [open, setOpen] = useState<{ device: Device; act: DeviceAct } | null>(null)
  // Who administers the clinic adds sensors where they are listed (EA-3).
  const [adding, setAdding] = useState<'one' | 'many' | null>(null)
  const mayAdd = session !== null && mayAdminister(session, clinic.id)
  useWantedAct(mayAdd ? { add: () => setAdding('one'), 'add-many': () => setAdding('many') } : {})
  const onAct = useCallback((device: Device, act: DeviceAct) => setOpen({ device, act }), [])
  if (!session) return null
  const tab = of.tab === 'records' ? 'records' : 'inventory'
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding('one')}>
      {m.device_add()}
    </Button>
  )
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.device_inventory_title()}</h1>
        {add && (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => setAdding('many')}
            >
              {m.device_add_many()}
            </Button>
            {add}
          </>
        )}
      </div>
      <DeviceCounts clinicId={clinic.id} isOfOne />
      <TabList label={m.device_tabs_label()} tabs={tabs()} chosen={tab} onChoose={of.choose} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(tab)} className={styles.devicePanel}>
        {tab === 'inventory' ? (
          <InventoryList onAct={onAct} ownId={session.id} clinic={clinic} add={add} />
        ) : (
          <RecordList clinic={clinic} />
        )}
      </div>
      {open && <DeviceActDialog {...open} clinicName={clinic.name} zone={clinic.tz} onClose={() => setOpen(null)} />}
      <Suspense>
        {adding === 'one' && <AddDevice clinicId={clinic.id} onClose={() => setAdding(null)} />}
        {adding === 'many' && <AddDevices clinicId={clinic.id} onClose={() => setAdding(null)} />}
      </Suspense>
    </div>
  )
}
