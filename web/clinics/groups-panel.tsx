import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listGroupedClinics } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCall } from '../shared/api.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import styles from './clinic-profile.module.css'

type Groups = readonly { readonly medical_group_id: string; readonly name: string }[]

/** The medical groups that the clinic belongs to (FA-2, MG-2). */
export function GroupsPanel({ clinic }: { readonly clinic: Clinic }) {
  const query = useCall(listGroupedClinics, { clinic_id: clinic.id, page_size: 1 }, { select: groupsOf })
  const all = (
    <Button size="compact-md" variant="default" renderRoot={(props) => <Link {...props} to="/group/manage" />}>
      {m.clinic_groups_all()}
    </Button>
  )
  return (
    <Panel
      title={m.clinic_groups()}
      note={query.data && m.clinic_group_count({ count: query.data.length })}
      aside={all}
    >
      <Answer
        query={query}
        label={m.clinic_groups_loading()}
        isEmpty={(groups) => groups.length === 0}
        empty={<Empty title={m.clinic_groups_empty_title()}>{m.clinic_groups_empty()}</Empty>}
      >
        {(groups) => (
          <ul className={styles.clinicRows} aria-label={m.clinic_groups()}>
            {groups.map(({ medical_group_id, name }) => (
              <li key={medical_group_id}>
                <Link to="/group/edit/$slug" params={{ slug: medical_group_id }} className={tableStyles.tableName}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  )
}

const groupsOf = ({ items }: { items: { medical_groups: Groups }[] }): Groups => items[0]?.medical_groups ?? []
