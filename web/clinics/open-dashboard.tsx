import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { chooseClinic } from '../shared/clinic.ts'
import { IconLayoutGrid } from '../shared/icons.tsx'

/** Chooses a clinic and goes to its dashboard. */
export function useOpenDashboard(): (clinicId: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (clinicId) => {
      chooseClinic(clinicId)
      void navigate({ to: '/clinic/profile' })
    },
    [navigate],
  )
}

type OpenDashboardProps = Pick<ButtonProps, 'size' | 'variant'> & { readonly clinic: Clinic }

/** A button, not a link: the clinic is chosen here, so another tab would show the one before. */
export function OpenDashboard({ clinic, ...look }: OpenDashboardProps) {
  const open = useOpenDashboard()
  return (
    <Button {...look} leftSection={<IconLayoutGrid size={16} aria-hidden />} onClick={() => open(clinic.id)}>
      {m.clinic_open_dashboard()}
    </Button>
  )
}
