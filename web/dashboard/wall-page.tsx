import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readClinicPlan } from '@eupnea/contract/plans.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { useAllPages } from '../shared/pages.ts'
import { Failed, Loading } from '../shared/states.tsx'
import { residentsInput } from './dashboard-calls.ts'
import { useShowPresence } from './dashboard-page.tsx'
import { Wall } from './wall.tsx'
import { WallFrame, type WallSurroundings } from './wall-frame.tsx'

const refreshMs = 5 * 60_000

/** A clinic on a wall, opened by somebody who is signed in (DA-7). */
export function WallPage(given: WallSurroundings) {
  const clinic = useClinic()
  useShowPresence()
  const surroundings = { ...given, back: <a href="/clinic/profile">{m.dashboard_wall_back()}</a> }
  if (clinic) return <ClinicWall key={clinic.id} clinic={clinic} {...surroundings} />
  return (
    <WallFrame {...surroundings} title={m.dashboard_wall_title()}>
      <WithoutClinic />
    </WallFrame>
  )
}

function WithoutClinic() {
  const { isPending, error, refetch } = useClinics()
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

function ClinicWall({ clinic, ...surroundings }: { readonly clinic: Clinic } & WallSurroundings) {
  const residents = useAllPages(listResidents, residentsInput(clinic.id), { refetchInterval: refreshMs })
  const { data: plan } = useCall(readClinicPlan, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  return <Wall {...surroundings} clinic={clinic} title={clinic.name} residents={residents} plan={plan} />
}
