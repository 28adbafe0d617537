import { type Clinic, listFloors } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useCall } from '../shared/api.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { floorText } from '../shared/words.ts'
import styles from './clinic-profile.module.css'

/** The floors in their order, with the residents of each (FA-1). */
export function FloorsPanel({ clinic }: { readonly clinic: Clinic }) {
  const query = useCall(listFloors, { clinic_id: clinic.id })
  const edit = (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/facility/edit/$slug" params={{ slug: clinic.slug }} />}
    >
      {m.clinic_floors_edit()}
    </Button>
  )
  return (
    <Panel
      title={m.clinic_floors()}
      note={query.data && m.clinic_floor_count({ count: clinic.floors.length })}
      aside={edit}
    >
      <Answer
        query={query}
        label={m.clinic_floors_loading()}
        quiet={m.clinic_floors()}
        isEmpty={({ items, unlisted }) => items.length + unlisted.length === 0}
        empty={<Empty title={m.clinic_floors_empty_title()}>{m.clinic_floors_empty()}</Empty>}
      >
        {({ items, unlisted }) => (
          <ol className={clsx(styles.clinicRows, styles.clinicFloors)} aria-label={m.clinic_floors()}>
            {items.map(({ floor_id, name, residents }) => (
              <FloorRow key={floor_id} name={floorText(name)} residents={residents} />
            ))}
            {unlisted.map(({ floor_id, name, residents }) => (
              <FloorRow
                key={floor_id}
                name={m.clinic_floor_unlisted({ floor: floorText(name) })}
                residents={residents}
              />
            ))}
          </ol>
        )}
      </Answer>
    </Panel>
  )
}

function FloorRow({ name, residents }: { readonly name: string; readonly residents: number }) {
  return (
    <li>
      <b>{name}</b>
      <span className="tabular">{m.resident_count({ count: residents })}</span>
    </li>
  )
}
