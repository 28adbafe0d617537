import type { Clinic } from '@eupnea/contract/facilities.ts'
import type { ComponentType } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoFacility } from '../shared/no-facility.tsx'
import { Failed, Loading } from '../shared/states.tsx'

interface ClinicPageProps {
  /** what it shows of the chosen facility */
  readonly of: ComponentType<{ readonly clinic: Clinic }>
}

/** A page about the facility that is chosen in the top bar; it starts anew when another one is. */
export function ClinicPage({ of: Page }: ClinicPageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <Page key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label="Fetching the facility" />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoFacility>This page opens as soon as your account may see a facility.</NoFacility>
}
