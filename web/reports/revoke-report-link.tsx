import { listReportLinks, type ReportLink, revokeReportLink } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'

interface RevokeReportLinkProps {
  readonly link: ReportLink
  readonly name: string
  readonly onClose: () => void
}

/** Asks by name, then revokes the link (RP-4). */
export function RevokeReportLink({ link, name, onClose }: RevokeReportLinkProps) {
  return (
    <QuestionDialog
      call={revokeReportLink}
      input={{ link_id: link.link_id }}
      invalidates={[listReportLinks]}
      done={m.report_link_revoke_done({ report: name })}
      title={m.report_link_revoke_question({ report: name })}
      act={m.report_link_revoke()}
      isDanger
      onClose={onClose}
    >
      <p>{m.report_link_revoke_warning()}</p>
    </QuestionDialog>
  )
}
