import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button, Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import type { Query } from '../shared/address.ts'
import { IconArrowsSort, IconClipboardCheck } from '../shared/icons.tsx'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { SearchBox } from '../shared/search-box.tsx'
import { allFloors, type DashboardType, useSettings } from '../shared/settings.ts'
import { floorText } from '../shared/words.ts'
import { type CardChoice, onFloor, type Sort, sorts } from './card-order.ts'
import { CountChips } from './count-chips.tsx'
import styles from './dashboard-page.module.css'

const types: readonly { id: DashboardType; label: () => string }[] = [
  { id: 'minInfo', label: m.dashboard_type_simple },
  { id: 'default', label: m.dashboard_type_default },
  { id: 'moreInfo', label: m.dashboard_type_detailed },
]

/** With more floors than this, or more letters, the filter becomes a select: the toolbar has two lines at 1280 px. */
const mostFloorChips = 6
const mostFloorLetters = 48

interface DashboardToolbarProps {
  readonly residents: readonly Resident[]
  readonly floors: readonly string[]
  readonly choice: CardChoice
  readonly type: DashboardType
  /** what the address says of a saved view */
  readonly query: Query
  readonly onChange: (change: Partial<CardChoice> & { readonly type?: DashboardType }) => void
}

export function DashboardToolbar({ residents, floors, choice, type, query, onChange }: DashboardToolbarProps) {
  const { isMobileView } = useSettings()
  const onThisFloor = useMemo(
    () => residents.filter((resident) => onFloor(resident, choice.floor)),
    [residents, choice.floor],
  )
  return (
    <div className={styles.toolbar}>
      <SearchBox
        className={clsx(styles.chip, styles.chipSearch)}
        label={m.dashboard_search_label()}
        placeholder={m.dashboard_search_hint()}
        value={choice.search}
        onChange={(search) => onChange({ search })}
      />
      <div className={styles.toolbarFilters}>
        {floors.length > 1 && (
          <FloorChoice floors={floors} floor={choice.floor} onChoose={(floor) => onChange({ floor })} />
        )}
        <fieldset className={clsx(styles.toolbarGroup, styles.toolbarCounts)} aria-label={m.dashboard_show_only()}>
          <CountChips residents={onThisFloor} chosen={choice.kinds} onChoose={(kinds) => onChange({ kinds })} />
        </fieldset>
      </div>
      <div className={styles.toolbarEnd}>
        <Link
          className={clsx(styles.chip, styles.chipLink)}
          to="/clinic/handover"
          search={choice.floor === allFloors ? {} : { floor: choice.floor }}
        >
          <IconClipboardCheck size={15} stroke={1.8} aria-hidden />
          {m.handover_title()}
        </Link>
        {isMobileView && <ViewSheet sort={choice.sort} type={type} onChange={onChange} />}
        <SavedViews list="dashboard" label={m.app_menu_dashboard()} query={query} />
      </div>
      {!isMobileView && (
        <div className={styles.toolbarView}>
          <ViewFields sort={choice.sort} type={type} onChange={onChange} />
        </div>
      )}
    </div>
  )
}

interface ViewProps {
  readonly sort: Sort
  readonly type: DashboardType
  readonly onChange: DashboardToolbarProps['onChange']
}

/** In which order the cards stand, and how large they are. */
function ViewFields({ sort, type, onChange }: ViewProps) {
  return (
    <>
      <select
        className={clsx(styles.chip, styles.chipSelect)}
        aria-label={m.dashboard_sort_label()}
        value={sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as Sort })}
      >
        {sorts.map(({ id, label }) => (
          <option key={id} value={id}>
            {label()}
          </option>
        ))}
      </select>
      <fieldset className={styles.segments} aria-label={m.dashboard_type_label()}>
        {types.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className={styles.segment}
            aria-pressed={type === id}
            onClick={() => onChange({ type: id })}
          >
            {label()}
          </button>
        ))}
      </fieldset>
    </>
  )
}

/** On a phone, they would take a third line from the cards: they are in a sheet. */
function ViewSheet(props: ViewProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={clsx(styles.chip, styles.chipSheet)}
        aria-label={m.dashboard_view()}
        onClick={() => setOpen(true)}
      >
        <IconArrowsSort size={18} stroke={1.8} aria-hidden />
      </button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        styles={{ content: { height: 'auto', maxHeight: '85dvh' } }}
        title={m.dashboard_view()}
      >
        <div className={styles.viewSheet}>
          <ViewFields {...props} />
          <Button onClick={() => setOpen(false)}>{m.common_done()}</Button>
        </div>
      </Drawer>
    </>
  )
}

interface FloorChoiceProps {
  readonly floors: readonly string[]
  readonly floor: string
  readonly onChoose: (floor: string) => void
}

function FloorChoice({ floors, floor, onChoose }: FloorChoiceProps) {
  const isLong = floors.reduce((letters, name) => letters + floorText(name).length, 0) > mostFloorLetters
  if (floors.length > mostFloorChips || isLong)
    return (
      <select
        className={clsx(styles.chip, styles.chipSelect, styles.toolbarFloors)}
        aria-label={m.dashboard_floor_label()}
        value={floor}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value={allFloors}>{m.common_all_floors()}</option>
        {floors.map((name) => (
          <option key={name} value={name}>
            {floorText(name)}
          </option>
        ))}
      </select>
    )
  return (
    <fieldset className={clsx(styles.toolbarGroup, styles.toolbarFloors)} aria-label={m.dashboard_floor_label()}>
      {[allFloors, ...floors].map((name) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-pressed={floor === name}
          onClick={() => onChoose(name)}
        >
          {name === allFloors ? m.common_all_floors() : floorText(name)}
        </button>
      ))}
    </fieldset>
  )
}
