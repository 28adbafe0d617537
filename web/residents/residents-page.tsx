import type { Clinic } from '@eupnea/contract/clinics.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { listResidents, type Resident, residentSorts } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { useFloors } from '../shared/clinic.ts'
import { IconUpload, IconUserOff, IconUserPlus } from '../shared/icons.tsx'
import { liveStore } from '../shared/live/index.ts'
import { lazyPart } from '../shared/parts.ts'
import { chosenText } from '../shared/table/chosen-text.ts'
import { type ListFilter, ListPage } from '../shared/table/list-page.tsx'
import type { Chosen } from '../shared/table/table-features.ts'
import { withoutIds } from '../shared/table/table-shape.tsx'
import { useWantedAct } from '../shared/use-wanted-act.ts'
import { ClinicPage } from './clinic-page.tsx'
import { FetchedNow } from './fetched-now.tsx'
import { floorOptions } from './floor-options.ts'
import { ResidentActDialog } from './resident-act-dialog.tsx'
import type { ResidentAct } from './resident-acts.ts'
import { residentColumns } from './resident-columns.tsx'

const SetLeave = lazyPart(async () => (await import('./set-leave.tsx')).SetLeave)
const loadMany = () => import('./act-on-residents.tsx')
const FlagResidents = lazyPart(async () => (await loadMany()).FlagResidents)
const MoveResidents = lazyPart(async () => (await loadMany()).MoveResidents)
const DischargeResidents = lazyPart(async () => (await loadMany()).DischargeResidents)
const AddResidents = lazyPart(async () => (await import('./add-residents.tsx')).AddResidents)
const ResidentDrawer = lazyPart(async () => (await import('./resident-drawer.tsx')).ResidentDrawer)

const order = { sorts: residentSorts } as const
const statusFilter = (): ListFilter => ({
  name: 'status',
  label: m.resident_status(),
  all: m.resident_status_any(),
  options: [
    { value: '1', label: m.resident_status_active() },
    { value: '2', label: m.resident_status_discharged() },
    { value: '0', label: m.resident_status_deleted() },
  ],
})
const deviceFilter = (): ListFilter => ({
  name: 'device',
  label: m.resident_device(),
  all: m.resident_device_any(),
  options: [
    { value: 'with', label: m.resident_device_with() },
    { value: 'without', label: m.resident_device_without() },
  ],
})

/** What other nouns show there. */
interface DirectoryParts {
  /** above the table */
  readonly note: (of: { readonly clinic: Clinic }) => ReactNode
  /** buttons beside the heading, before the one that adds */
  readonly acts: (of: { readonly clinic: Clinic }) => ReactNode
}

const consentFilter = (): ListFilter => ({
  name: 'consent',
  label: m.consent_label(),
  all: m.consent_filter_all(),
  options: [
    { value: 'missing', label: m.consent_filter_missing() },
    { value: 'review_due', label: m.consent_filter_review_due() },
  ],
})

/** The directory of residents: search, filter, sort, page, and what is done to one (RE-1 to RE-4). */
export function residentsPage(parts: DirectoryParts) {
  const OfClinic = ({ clinic }: { readonly clinic: Clinic }) => <Directory clinic={clinic} {...parts} />
  return () => <ClinicPage of={OfClinic} />
}

function Directory({ clinic, note, acts }: DirectoryParts & { readonly clinic: Clinic }) {
  const [open, setOpen] = useState<{ resident: Resident; act: ResidentAct } | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isAddingMany, setAddingMany] = useState(false)
  const [chosen, setChosen] = useState<Chosen>({})
  const [manyAct, setManyAct] = useState<'leave' | 'flag' | 'floor' | 'discharge' | null>(null)
  const chosenIds = Object.keys(chosen)
  const closeMany = () => setManyAct(null)
  const unselect = (ids: readonly string[]) => setChosen((before) => withoutIds(before, ids))
  useWantedAct({ add: () => setAdding(true), 'add-many': () => setAddingMany(true) })
  const onAct = useCallback((resident: Resident, act: ResidentAct) => setOpen({ resident, act }), [])
  const columns = useMemo(() => residentColumns(clinic.tz, onAct), [clinic.tz, onAct])
  const floors = useFloors(clinic)
  const add = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {m.resident_add()}
    </Button>
  )
  const addMany = (
    <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setAddingMany(true)}>
      {m.resident_add_many()}
    </Button>
  )
  return (
    <>
      <FetchedNow clinic_id={clinic.id} />
      <ListPage
        name="residents"
        title={m.resident_list_title()}
        label={m.resident_list_title()}
        call={listResidents}
        input={{ clinic_id: clinic.id, status: '0,1,2' }}
        order={order}
        search={{ label: m.resident_list_search(), placeholder: m.resident_list_search_hint() }}
        filters={[
          statusFilter(),
          {
            name: 'floor',
            label: m.resident_floor(),
            all: m.common_all_floors(),
            options: floorOptions(floors),
          },
          deviceFilter(),
          consentFilter(),
        ]}
        columns={columns}
        rowId={idOf}
        rowName={residentName}
        onRows={judgeByPlans}
        acts={
          <>
            {acts({ clinic })}
            {addMany}
            {add}
          </>
        }
        note={note({ clinic })}
        many={{
          chosen,
          onChange: setChosen,
          text: m.resident_list_chosen({ count: chosenIds.length }),
          acts: (
            <>
              {manyActs(clinic).map(({ act, label }) => (
                <Button key={act} size="compact-md" variant="default" onClick={() => setManyAct(act)}>
                  {label}
                </Button>
              ))}
              <ActMenu label={m.common_actions_more()}>
                <ActItem Icon={IconUserOff} onClick={() => setManyAct('discharge')}>
                  {m.resident_discharge()}
                </ActItem>
              </ActMenu>
            </>
          ),
        }}
        noneFound={{ title: m.resident_none_found_title(), all: m.resident_list_show_all() }}
        empty={{ title: m.resident_list_empty_title(), text: m.resident_list_empty({ clinic: clinic.name }), act: add }}
        isQuiet
      />
      {open && <ResidentActDialog {...open} clinic={clinic} onClose={() => setOpen(null)} />}
      {manyAct && (
        <Suspense>
          {manyAct === 'leave' && (
            <SetLeave
              patientIds={chosenIds}
              names={chosenText(chosen)}
              resident={null}
              zone={clinic.tz}
              onClose={closeMany}
              onSaved={unselect}
            />
          )}
          {manyAct === 'flag' && <FlagResidents chosen={chosen} onClose={closeMany} onDone={unselect} />}
          {manyAct === 'floor' && (
            <MoveResidents clinic={clinic} chosen={chosen} onClose={closeMany} onDone={unselect} />
          )}
          {manyAct === 'discharge' && <DischargeResidents chosen={chosen} onClose={closeMany} onDone={unselect} />}
        </Suspense>
      )}
      {isAddingMany && (
        <Suspense>
          <AddResidents clinic={clinic} onClose={() => setAddingMany(false)} />
        </Suspense>
      )}
      {isAdding && (
        <Suspense>
          <ResidentDrawer clinic={clinic} resident={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What can be done to several, where the facility has floors to move to. */
const manyActs = ({ floors }: Clinic) =>
  [
    { act: 'flag', label: m.resident_flag_change() },
    ...(floors.length > 0 ? [{ act: 'floor', label: m.resident_floor_many_act() } as const] : []),
    { act: 'leave', label: m.leave_act() },
  ] as const

/** What is out of range is seen by each resident's own limits (PL-2). */
const judgeByPlans = (residents: readonly Resident[]): void => liveStore.setLimits(residents)

const idOf = ({ patient_id }: Resident): string => patient_id
