import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import type { ComponentType } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { Failed, Loading } from '../shared/states.tsx'

interface ClinicPageProps {
  /** renders the page for the chosen clinic */
  readonly of: ComponentType<{ readonly clinic: Clinic }>
}

/** A page about the clinic chosen in the top bar; remounted when another one is chosen. */
export function ClinicPage({ of: Page }: ClinicPageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <Page key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}
