import { listReportLinks, type ReportLink, revokeReportLink } from '@eupnea/contract/reports.ts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface RevokeReportLinkProps {
  readonly link: ReportLink
  readonly name: string
  readonly onClose: () => void
}

/** Asks by name, and ends the link (RP-4). */
export function RevokeReportLink({ link, name, onClose }: RevokeReportLinkProps) {
  const revocation = useSend(revokeReportLink, {
    invalidates: [listReportLinks],
    onSuccess: () => {
      onClose()
      sayDone(`The link to ${name} was revoked`)
    },
  })
  return (
    <FormDialog
      title={`Revoke the link to ${name}?`}
      act="Revoke"
      isDanger
      error={revocation.error}
      isPending={revocation.isPending}
      onAct={() => revocation.mutate({ link_id: link.link_id })}
      onClose={onClose}
    >
      <p>Who holds it can no longer open the report. It cannot be brought back, but a new link can be made.</p>
    </FormDialog>
  )
}
