import { allows } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { replaceReportPassword } from '@eupnea/contract/report-deliveries.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { Panel } from '../shared/panel.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { useSession } from '../shared/session.ts'
import { StandingPassword } from './standing-password.tsx'

/** What opens the reports that the facility mails, for who passes it on (DO-8). */
export function ClinicReportPassword({ clinic }: { readonly clinic: Clinic }) {
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const replacement = useSend(replaceReportPassword, {
    onSuccess: () => {
      setAsking(false)
      sayDone(m.report_password_replace_done())
    },
  })
  return (
    <Panel title={m.report_password_title()} note={m.report_password_note()}>
      <Group align="end">
        {/* Another password is shown only when it is asked for again. */}
        <StandingPassword key={replacement.data?.made_at} clinicId={clinic.id} />
        {session && allows(replaceReportPassword.access, session) && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {m.report_password_replace()}
          </Button>
        )}
      </Group>
      {isAsking && (
        <FormDialog
          title={m.report_password_replace_question({ clinic: clinic.name })}
          act={m.report_password_replace()}
          error={replacement.error}
          isPending={replacement.isPending}
          onAct={() => replacement.mutate({ clinic_id: clinic.id })}
          onClose={() => setAsking(false)}
        >
          <p>{m.report_password_replace_effect()}</p>
        </FormDialog>
      )}
    </Panel>
  )
}
