import { createReportLink, linkDays, listReportLinks } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { CopyField } from '../shared/copy-field.tsx'
import { IconLink } from '../shared/icons.tsx'
import { sayFailed } from '../shared/say-done.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'

interface CreateReportLinkProps {
  readonly clinicId: string
  readonly date: string
  readonly floor: string
  /** there is no report to share */
  readonly isEmpty: boolean
}

/** Creates a link to the report on the page, and shows it (RP-4). */
export function CreateReportLink({ clinicId, date, floor, isEmpty }: CreateReportLinkProps) {
  const creation = useSend(createReportLink, { invalidates: [listReportLinks], onError: sayFailed })
  const url = creation.data?.url
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={18} stroke={1.7} aria-hidden />}
        disabled={isEmpty}
        loading={creation.isPending}
        onClick={() => creation.mutate({ clinic_id: clinicId, date, floor })}
      >
        {m.report_link_create()}
      </Button>
      {url && (
        <ShownOnce
          title={m.report_link_title()}
          warning={m.report_link_warning({ count: linkDays })}
          onClose={() => creation.reset()}
        >
          <CopyField label={m.report_link_label()} copyLabel={m.report_link_copy()} value={url} />
        </ShownOnce>
      )}
    </>
  )
}
