import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button, Drawer } from '@mantine/core'
import { useState } from 'react'
import { IconRuler2 } from '../shared/icons.tsx'
import { ClinicPlan } from './clinic-plan.tsx'

/** The facility's plan, for whoever has no way to its settings. */
export function ClinicPlanButton({ clinic }: { readonly clinic: Pick<Clinic, 'id' | 'tz'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRuler2 size={16} stroke={1.8} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {m.plan_title()}
      </Button>
      {isOpen && (
        <Drawer opened position="right" size={600} onClose={() => setOpen(false)} title={m.plan_title()}>
          <ClinicPlan clinic={clinic} />
        </Drawer>
      )}
    </>
  )
}
