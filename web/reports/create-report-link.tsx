import { reportLinkFields } from '@eupnea/contract/report-links.fields.ts'
import { createReportLink, listReportLinks } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { Caution } from '../shared/caution.tsx'
import { CopyField } from '../shared/copy-field.tsx'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { IconLink } from '../shared/icons.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'
import { reportName } from './report-name.ts'

interface CreateReportLinkProps {
  readonly clinicId: string
  readonly date: string
  readonly floor: string
  /** there is no report to share */
  readonly isEmpty: boolean
}

/** Asks for whom and how long, then creates a link to the report on the page and shows it (RP-4, DO-9). */
export function CreateReportLink(props: CreateReportLinkProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={18} stroke={1.7} aria-hidden />}
        disabled={props.isEmpty}
        onClick={() => setOpen(true)}
      >
        {m.report_link_create()}
      </Button>
      {isOpen && <NewLink {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function NewLink({ clinicId, date, floor, onClose }: CreateReportLinkProps & { readonly onClose: () => void }) {
  const form = useRecordForm(reportLinkFields, noRules, null)
  const creation = useSend(createReportLink, {
    invalidates: [listReportLinks],
    onError: form.refuse,
  })
  const { recipient = '', days } = form.changes
  if (creation.data)
    return (
      <ShownOnce
        title={m.report_link_title()}
        warning={m.report_link_warning({ count: days ?? 1, recipient })}
        onClose={onClose}
      >
        <CopyField label={m.report_link_label()} copyLabel={m.report_link_copy()} value={creation.data.url} />
      </ShownOnce>
    )
  return (
    <RecordDialog
      form={form}
      title={m.report_link_create()}
      act={m.report_link_create()}
      isPending={creation.isPending}
      note={<Caution>{m.report_link_ask({ report: reportName(date, floor) })}</Caution>}
      onSubmit={() => {
        if (days) creation.mutate({ clinic_id: clinicId, date, floor, recipient, days })
      }}
      onClose={onClose}
    />
  )
}
