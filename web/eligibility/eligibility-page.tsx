import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type EligibilityLog, listEligibilityLogs } from '@eupnea/contract/eligibility.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { type ListFilter, ListPage } from '../shared/table/list-page.tsx'
import { eligibilityColumns } from './eligibility-columns.tsx'
import { refreshMs } from './file-links.ts'

/** Face sheets that were stored, each to be opened by a link of its own (BI-4). */
export function EligibilityPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicLogs key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

const filters = (): readonly ListFilter[] => [
  {
    kind: 'day',
    name: 'from',
    label: m.eligibility_from(),
    notAfter: 'to',
    inputOf: (start_date) => ({ start_date }),
  },
  { kind: 'day', name: 'to', label: m.eligibility_to(), notBefore: 'from', inputOf: (end_date) => ({ end_date }) },
]

function ClinicLogs({ clinic }: { readonly clinic: Clinic }) {
  const columns = useMemo(() => eligibilityColumns(clinic.tz), [clinic.tz])
  return (
    <ListPage
      name="eligibility"
      title={m.eligibility_title()}
      label={m.eligibility_title()}
      call={listEligibilityLogs}
      input={{ clinic_id: clinic.id }}
      search={{ label: m.eligibility_search_label(), placeholder: m.eligibility_search_hint() }}
      filters={filters()}
      columns={columns}
      rowId={idOf}
      rowName={fileName}
      intro={<p className="admin-note">{m.eligibility_intro()}</p>}
      // Links end: new ones are there before that.
      refreshMs={refreshMs}
      noneFound={{ title: m.eligibility_none_found_title(), all: m.eligibility_show_all() }}
      empty={{ title: m.eligibility_empty_title(), text: m.eligibility_empty({ clinic: clinic.name }) }}
    />
  )
}

const idOf = ({ id }: EligibilityLog): string => id
const fileName = ({ information_file }: EligibilityLog): string => information_file
