import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconPlus } from './icons.tsx'
import { isAdministrator, useSession } from './session.ts'
import { Empty } from './states.tsx'

/** Shown where a page needs a clinic and there is none. @param children shown to people who can't add one */
export function NoClinic({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  if (!session || !isAdministrator(session)) return <Empty title={m.common_no_clinic_title()}>{children}</Empty>
  return (
    <Empty
      title={m.common_no_clinic_title()}
      action={
        <Button component={Link} to="/facility/add" leftSection={<IconPlus size={16} aria-hidden />}>
          {m.common_add_clinic()}
        </Button>
      }
    >
      {m.common_no_clinic()}
    </Empty>
  )
}
