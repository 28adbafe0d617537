import { type Clinic, listFloors } from '@eupnea/contract/clinics.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCall } from '../shared/api.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { countText, floorText } from '../shared/words.ts'

/** The floors in their order, with the residents of each (FA-1). */
export function FloorsPanel({ clinic }: { readonly clinic: Clinic }) {
  const query = useCall(listFloors, { clinic_id: clinic.id })
  const edit = (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/facility/edit/$slug" params={{ slug: clinic.slug }} />}
    >
      Edit floors
    </Button>
  )
  return (
    <Panel title="Floors" note={query.data && countText(query.data.items.length, 'floor')} aside={edit}>
      <Answer
        query={query}
        label="Fetching floors"
        quiet="Floors"
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title="No floors">Dashboards can be narrowed to a floor once there are some.</Empty>}
      >
        {({ items }) => (
          <ol className="clinic-rows clinic-floors" aria-label="Floors">
            {items.map(({ floor_id, name, residents }) => (
              <li key={floor_id}>
                <b>{floorText(name)}</b>
                <span className="tabular">{countText(residents, 'resident')}</span>
              </li>
            ))}
          </ol>
        )}
      </Answer>
    </Panel>
  )
}
