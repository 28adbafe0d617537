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
      note={query.data && m.clinic_floor_count({ count: query.data.items.length })}
      aside={edit}
    >
      <Answer
        query={query}
        label={m.clinic_floors_loading()}
        quiet={m.clinic_floors()}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={m.clinic_floors_empty_title()}>{m.clinic_floors_empty()}</Empty>}
      >
        {({ items }) => (
          <ol className={clsx(styles.clinicRows, styles.clinicFloors)} aria-label={m.clinic_floors()}>
            {items.map(({ floor_id, name, residents }) => (
              <li key={floor_id}>
                <b>{floorText(name)}</b>
                <span className="tabular">{m.resident_count({ count: residents })}</span>
              </li>
            ))}
          </ol>
        )}
      </Answer>
    </Panel>
  )
}
