import { listReportLinks, type ReportLink, revokeReportLink } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface RevokeReportLinkProps {
  readonly link: ReportLink
  readonly name: string
  readonly onClose: () => void
}

/** Asks by name, then revokes the link (RP-4). */
export function RevokeReportLink({ link, name, onClose }: RevokeReportLinkProps) {
  const revocation = useSend(revokeReportLink, {
    invalidates: [listReportLinks],
    onSuccess: () => {
      onClose()
      sayDone(m.report_link_revoke_done({ report: name }))
    },
  })
  return (
    <FormDialog
      title={m.report_link_revoke_question({ report: name })}
      act={m.report_link_revoke()}
      isDanger
      error={revocation.error}
      isPending={revocation.isPending}
      onAct={() => revocation.mutate({ link_id: link.link_id })}
      onClose={onClose}
    >
      <p>{m.report_link_revoke_warning()}</p>
    </FormDialog>
  )
}
