import { createReportLink, linkDays, listReportLinks } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { IconAlertTriangle, IconCheck, IconCopy, IconLink } from '../shared/icons.tsx'
import { sayFailed } from '../shared/say-done.tsx'

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
      {url && <LinkOnce url={url} onClose={() => creation.reset()} />}
    </>
  )
}

/** Shown only this once, so clicking outside doesn't close it. */
function LinkOnce({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // Without clipboard access, the selected link can be copied by hand.
      field.current?.select()
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={m.report_link_title()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <div className="report-link-once">
        <p className="report-warning">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          {m.report_link_warning({ count: linkDays })}
        </p>
        <div className="report-link-copy">
          <TextInput
            ref={field}
            label={m.report_link_label()}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            variant="default"
            aria-label={m.report_link_copy()}
            leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {isCopied ? m.common_copied() : m.common_copy()}
          </Button>
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </Group>
      </div>
    </Modal>
  )
}
