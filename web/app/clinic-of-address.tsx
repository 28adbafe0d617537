import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { unwantClinic, useClinics } from '../shared/clinic.ts'
import { Empty } from '../shared/states.tsx'

/** An address of a facility that the person can't see shows no other one in its place (EA-2). */
export function ClinicOfAddress({ children }: { readonly children: ReactNode }) {
  const { facility }: { facility?: string } = useSearch({ strict: false })
  const { data: clinics } = useClinics()
  const isForeign = facility !== undefined && clinics !== undefined && !clinics.some(({ id }) => id === facility)
  useEffect(() => {
    if (isForeign) unwantClinic()
  }, [isForeign])
  if (!isForeign) return children
  return (
    <Empty
      title={m.app_clinic_no_access()}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/" search={{}} />}>
          {m.app_go_to_start()}
        </Button>
      }
    />
  )
}
