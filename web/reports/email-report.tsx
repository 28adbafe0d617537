import {
  emailReport,
  listClinicUsers,
  listDailyReports,
  type MadeReport,
  shortestPassword,
} from '@eupnea/contract/report-deliveries.ts'
import { m } from '@eupnea/texts'
import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { Caution } from '../shared/caution.tsx'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import styles from './reports.module.css'
import { StandingPassword } from './standing-password.tsx'

interface EmailReportProps {
  readonly clinicId: string
  /** `03/09/2026, Floor 2` */
  readonly name: string
  /** the saved report; one that isn't saved yet is saved when it is sent, so a cancelled dialog leaves none behind */
  readonly make: () => Promise<MadeReport>
  readonly onClose: () => void
}

/** The recipients load after the dialog opens: until then the focus is on Close, then it moves to them. */
const startInFirst = (choices: HTMLElement | null) => choices?.querySelector('input')?.focus()

/** Shorter ones are tried out within days by whoever has the PDF. */
const strongLength = 12

/** Sends a saved report to people of its clinic, as a PDF with a password (RP-5, DO-8). */
export function EmailReport({ clinicId, name, make, onClose }: EmailReportProps) {
  const { data, error, refetch } = useCall(listClinicUsers, { clinic_id: clinicId })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isOwn, setOwn] = useState(false)
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const sending = useSend(emailReport, {
    invalidates: [listDailyReports],
    onClose,
    onSuccess: () => sayDone(m.report_send_done()),
  })
  const making = useMutation({ mutationFn: make })
  const faults = {
    recipients: chosen.length === 0 ? m.report_recipient_required() : undefined,
    password:
      isOwn && password.length < shortestPassword ? m.report_password_short({ count: shortestPassword }) : undefined,
  }
  function submit() {
    setChecked(true)
    if (!data || faults.recipients || faults.password) return
    const { sender_detail } = data
    const mail = (report: MadeReport) =>
      sending.mutate({
        file_name: report.file_name,
        sender_detail,
        url: report.url,
        report_type: 'clinical-daily-report',
        recipients: [...chosen],
        details: {
          floor: report.floor_id,
          date: report.date,
          ...(isOwn && { password }),
          newFileNameToDisplay: `${sender_detail}.pdf`,
        },
      })
    // A second try sends the report of the first.
    if (making.data) mail(making.data)
    else making.mutate(undefined, { onSuccess: mail })
  }
  return (
    <FormDialog
      title={m.report_send_label({ report: name })}
      act={m.report_send()}
      error={making.error ?? sending.error}
      isPending={making.isPending || sending.isPending}
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
            <div ref={startInFirst} className={styles.reportRecipients}>
              {data.items.map(({ email, name: person }) => (
                <Checkbox key={email} value={email} label={person ? `${person} (${email})` : email} />
              ))}
            </div>
          </Checkbox.Group>
          {data.items.length === 0 && <p>{m.report_recipients_empty()}</p>}
          <Radio.Group
            label={m.report_password_choice()}
            description={m.report_password_clinic_help()}
            value={isOwn ? 'own' : 'clinic'}
            onChange={(value) => setOwn(value === 'own')}
          >
            <div className={styles.reportRecipients}>
              <Radio value="clinic" label={m.report_password_clinic()} />
              <Radio value="own" label={m.report_password_own()} />
            </div>
          </Radio.Group>
          {isOwn ? (
            <OwnPassword
              value={password}
              proposal={data.password}
              error={isChecked && faults.password}
              onChange={setPassword}
            />
          ) : (
            <StandingPassword clinicId={clinicId} />
          )}
        </>
      )}
    </FormDialog>
  )
}

interface OwnPasswordProps {
  readonly value: string
  /** by the specification's rule, which whoever reads the mail can follow */
  readonly proposal: string
  readonly error: string | false | undefined
  readonly onChange: (password: string) => void
}

function OwnPassword({ value, proposal, error, onChange }: OwnPasswordProps) {
  const isGuessable = value.toLowerCase() === proposal.toLowerCase()
  const isWeak = value !== '' && value.length < strongLength
  return (
    <>
      <TextInput
        label={m.report_password_label()}
        description={m.report_password_help()}
        value={value}
        error={error}
        maxLength={100}
        autoComplete="off"
        rightSectionWidth="auto"
        rightSection={
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(proposal)}>
            {m.report_password_propose({ password: proposal })}
          </Button>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isGuessable && <Caution>{m.report_password_guessable({ password: proposal })}</Caution>}
      {isWeak && !isGuessable && <Caution>{m.report_password_weak()}</Caution>}
    </>
  )
}
