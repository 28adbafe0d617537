import {
  emailReport,
  listClinicUsers,
  listDailyReports,
  type MadeReport,
  shortestPassword,
} from '@eupnea/contract/report-deliveries.ts'
import { m } from '@eupnea/texts'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'

interface EmailReportProps {
  readonly clinicId: string
  /** `03/09/2026, Floor 2` */
  readonly name: string
  readonly made: MadeReport
  readonly onClose: () => void
}

/** The recipients load after the dialog opens: until then the focus is on Close, then it moves to them. */
const startInFirst = (choices: HTMLElement | null) => choices?.querySelector('input')?.focus()

/** Sends a saved report to people of its clinic, as a PDF with a password (RP-5). */
export function EmailReport({ clinicId, name, made, onClose }: EmailReportProps) {
  const { data, error, refetch } = useCall(listClinicUsers, { clinic_id: clinicId })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setPassword] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const sending = useSend(emailReport, {
    invalidates: [listDailyReports],
    onSuccess: () => {
      onClose()
      sayDone(m.report_send_done())
    },
  })
  const password = typed ?? data?.password ?? ''
  const faults = {
    recipients: chosen.length === 0 ? m.report_recipient_required() : undefined,
    password: password.length < shortestPassword ? m.report_password_short({ count: shortestPassword }) : undefined,
  }
  function submit() {
    setChecked(true)
    if (!data || faults.recipients || faults.password) return
    sending.mutate({
      file_name: made.file_name,
      sender_detail: data.sender_detail,
      url: made.url,
      report_type: 'clinical-daily-report',
      recipients: [...chosen],
      details: { floor: made.floor_id, date: made.date, password, newFileNameToDisplay: `${data.sender_detail}.pdf` },
    })
  }
  return (
    <FormDialog
      title={m.report_send_label({ report: name })}
      act={m.report_send()}
      error={sending.error}
      isPending={sending.isPending}
      onAct={submit}
      onClose={onClose}
    >
      {!data &&
        (error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Loading label={m.report_recipients_loading()} />
        ))}
      {data && (
        <>
          <Checkbox.Group
            label={m.report_recipients_label()}
            description={m.report_recipients_help()}
            value={[...chosen]}
            error={isChecked && faults.recipients}
            onChange={setChosen}
          >
            <div ref={startInFirst} className="report-recipients">
              {data.items.map(({ email, name: person }) => (
                <Checkbox key={email} value={email} label={person ? `${person} (${email})` : email} />
              ))}
            </div>
          </Checkbox.Group>
          {data.items.length === 0 && <p>{m.report_recipients_empty()}</p>}
          <TextInput
            label={m.report_password_label()}
            description={m.report_password_help()}
            value={password}
            error={isChecked && faults.password}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
