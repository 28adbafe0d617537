import { readReportPassword } from '@eupnea/contract/report-deliveries.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { CopyField } from '../shared/copy-field.tsx'
import { sayFailed } from '../shared/say-done.tsx'

/** The facility's report password, read only when asked for: each look is in the audit log (DO-8). */
export function StandingPassword({ clinicId }: { readonly clinicId: string }) {
  const reading = useSend(readReportPassword, { onError: sayFailed })
  if (reading.data)
    return (
      <CopyField
        label={m.report_password_clinic()}
        copyLabel={m.report_password_copy()}
        value={reading.data.password}
      />
    )
  return (
    <Button variant="default" loading={reading.isPending} onClick={() => reading.mutate({ clinic_id: clinicId })}>
      {m.report_password_show()}
    </Button>
  )
}
