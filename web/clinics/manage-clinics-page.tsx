import { type Clinic, listClinics } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { IconPlus } from '../shared/icons.tsx'
import { isAdministrator, useSession } from '../shared/session.ts'
import { ListPage } from '../shared/table/list-page.tsx'
import { clinicColumns } from './clinic-columns.tsx'
import { useAdminLive } from './use-admin-live.ts'

/** Clinics: search, page, and what is done with one (FA-1, FA-2). */
export function ManageClinicsPage() {
  useAdminLive()
  const session = useSession()
  const columns = useMemo(() => clinicColumns(session), [session])
  const mayAdd = session !== null && isAdministrator(session)
  const add = (
    <Button component={Link} to="/facility/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {m.common_add_clinic()}
    </Button>
  )
  return (
    <ListPage
      name="clinics"
      title={m.clinic_list_title()}
      label={m.clinic_list_title()}
      call={listClinics}
      search={{
        label: m.clinic_list_search(),
        placeholder: m.clinic_list_search_hint(),
        inputOf: (name) => ({ name }),
      }}
      filters={[]}
      columns={columns}
      rowId={idOf}
      rowName={clinicName}
      acts={mayAdd && add}
      noneFound={{ title: m.clinic_list_none_found(), all: m.clinic_list_show_all() }}
      empty={{ title: m.clinic_list_empty_title(), text: m.common_no_clinic(), act: mayAdd && add }}
    />
  )
}

const idOf = ({ id }: Clinic): string => id
const clinicName = ({ name }: Clinic): string => name
