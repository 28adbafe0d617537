import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type Display, listDisplays } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { useMemo, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { AddButton } from '../shared/add-button.tsx'
import { useCall } from '../shared/api.ts'
import { IconPencil, IconPlugConnectedX } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { mayAdminister, useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useLocalView } from '../shared/table/use-local-view.ts'
import { sinceText } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'
import { AddDisplay } from './add-display.tsx'
import { displayName } from './display-name.ts'
import { EditDisplay } from './edit-display.tsx'
import { RevokeDisplay } from './revoke-display.tsx'

interface Chosen {
  readonly display: Display
  readonly act: 'edit' | 'revoke'
}

/** A facility's displays: where they hang, who enrolled them, when they were last seen (DI-1). */
export function ClinicDisplays({ clinic }: { readonly clinic: Pick<Clinic, 'id' | 'tz' | 'floors'> }) {
  const session = useSession()
  const mayEdit = session !== null && mayAdminister(session, clinic.id)
  const { view, onView } = useLocalView()
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const query = useCall(
    listDisplays,
    { clinic_id: clinic.id, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const columns = useMemo(() => columnsOf(clinic, mayEdit, setChosen), [clinic, mayEdit])
  const close = () => setChosen(null)
  return (
    <Panel
      title={m.display_title()}
      note={m.display_note()}
      aside={<AddButton onClick={() => setAdding(true)}>{m.display_add()}</AddButton>}
    >
      <DataTable
        label={m.display_title()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={displayName}
        empty={<Empty title={m.display_none_found_title()}>{m.display_none_found()}</Empty>}
      />
      {isAdding && <AddDisplay clinic={clinic} onClose={() => setAdding(false)} />}
      {chosen?.act === 'edit' && <EditDisplay clinic={clinic} display={chosen.display} onClose={close} />}
      {chosen?.act === 'revoke' && <RevokeDisplay display={chosen.display} onClose={close} />}
    </Panel>
  )
}

const idOf = ({ display_id }: Display): string => display_id

const columnsOf = (
  { tz: zone, floors }: Pick<Clinic, 'tz' | 'floors'>,
  mayEdit: boolean,
  onAct: (chosen: Chosen) => void,
): readonly TableColumn<Display>[] => [
  { id: 'name', header: m.display_name_column(), cell: (display) => <b>{displayName(display)}</b> },
  {
    id: 'floor',
    header: m.display_floor_column(),
    cell: ({ floor }) => {
      if (floor === null) return m.display_floor_all()
      return floors.includes(floor) ? floorText(floor) : m.clinic_floor_unlisted({ floor: floorText(floor) })
    },
  },
  {
    id: 'names',
    header: m.display_names_column(),
    cell: ({ shows_names }) => (shows_names ? m.display_names_shown() : m.display_names_masked()),
  },
  { id: 'by', header: m.display_by_column(), isExtra: true, cell: ({ enrolled_by }) => enrolled_by },
  {
    id: 'seen',
    header: m.display_seen_column(),
    cell: ({ seen_at }) =>
      seen_at === null ? (
        m.display_seen_never()
      ) : (
        <span className={tableStyles.tableTime}>{sinceText(seen_at, zone)}</span>
      ),
  },
  {
    id: 'act',
    header: m.common_actions(),
    isPlain: true,
    cell: (display) => (
      <ActMenu label={m.common_actions_label({ name: displayName(display) })}>
        {mayEdit && (
          <ActItem Icon={IconPencil} onClick={() => onAct({ display, act: 'edit' })}>
            {m.display_edit()}
          </ActItem>
        )}
        <ActItem Icon={IconPlugConnectedX} isDanger onClick={() => onAct({ display, act: 'revoke' })}>
          {m.display_revoke()}
        </ActItem>
      </ActMenu>
    ),
  },
]
