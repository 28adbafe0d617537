import { type Clinic, readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { reportPassword } from '@eupnea/contract/rules/report-mail.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefused, send, useSend } from '../shared/api.ts'
import { FormPart } from '../shared/form/form-part.tsx'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { LineList } from '../shared/form/line-list.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { clinicAnswers } from './clinic-answers.ts'
import { ClinicForm } from './clinic-form.tsx'
import {
  changesOf,
  longest,
  recipientsOf,
  type SettingsValues,
  settingsOf,
  settingsRules,
  wasOf,
} from './clinic-values.ts'
import { useAdminLive } from './use-admin-live.ts'
import { useClinic } from './use-clinic.ts'

/** Who is told of alerts, when the next are told, and who gets the daily report (FA-2, FA-3, AL-7). */
export function ClinicSettingsPage() {
  const { slug = '' } = useParams({ strict: false })
  const { data: clinic, error, refetch } = useClinic(slug)
  useAdminLive()
  if (clinic) return <ClinicSettings key={clinic.id} clinic={clinic} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <Loading label="Fetching the facility" />
}

const lists = [
  {
    name: 'alert_recipients',
    part: 'Alerts',
    title: 'Who gets a mail when a resident is out of range',
    item: 'Alert recipient',
  },
  {
    name: 'daily_report_recipients',
    part: 'Daily report',
    title: 'Who gets the report of the night each morning',
    item: 'Report recipient',
  },
] as const satisfies readonly {
  readonly name: Exclude<keyof SettingsValues, 'daily_report_time'>
  [more: string]: string
}[]

function ClinicSettings({ clinic }: { readonly clinic: Clinic }) {
  const navigate = useNavigate()
  const [kept, setKept] = useState(clinic)
  /** what the person knows to be there */
  const [seen, setSeen] = useState(clinic)
  const { values, faults, formRef, change, check, refuse, reset } = useFormValues(settingsOf(kept), settingsRules)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const before = recipientsOf(settingsOf(kept))
  const changes = changesOf(before, recipientsOf(values))
  const isChanged = Object.keys(changes).length > 0
  const { question, leave } = useLeaveQuestion(isChanged)
  const toProfile = () => navigate({ to: '/facility/profile/$slug', params: { slug: clinic.slug }, replace: true })
  const update = useSend(updateClinic, {
    invalidates: clinicAnswers,
    onSuccess: () => {
      sayDone(m.clinic_update_done())
      return leave(toProfile)
    },
    onError: async (error) => {
      if (!refuse(error)) setRefusal(error)
      if (!isRefused(error, 'facility_changed')) return
      // Who saves again now knows of it.
      setSeen(await send(readClinic, { clinic_id: clinic.id }))
      await fetchAgain(clinicAnswers)
    },
  })
  const isOld =
    !update.isPending &&
    !update.isSuccess &&
    Object.keys(changesOf(recipientsOf(settingsOf(clinic)), before)).length > 0

  function submit() {
    setRefusal(null)
    if (!check()) return
    if (isChanged) update.mutate({ clinic_id: clinic.id, ...changes, was: wasOf(seen, changes) })
    else void toProfile()
  }

  return (
    <>
      <ClinicForm
        title={`Settings of ${clinic.name}`}
        slug={clinic.slug}
        formRef={formRef}
        isPending={update.isPending}
        isOld={isOld}
        refusal={refusal}
        onSubmit={submit}
        onStartAnew={() => {
          setKept(clinic)
          setSeen(clinic)
          reset(settingsOf(clinic))
        }}
      >
        {lists.map(({ name, part, title, item }) => (
          <FormPart key={name} title={part}>
            <LineList
              name={name}
              title={title}
              description="One e-mail address a line. Paste a list to add several at once."
              item={item}
              add="Add an address"
              lines={values[name]}
              faults={faults}
              onChange={(lines) => change({ [name]: lines })}
              maxLength={longest.email}
              type="email"
            />
            {name === 'daily_report_recipients' && (
              <TextInput
                name="daily_report_time"
                type="time"
                label={`Time of sending in ${clinic.tz.replaceAll('_', ' ')}`}
                description={`The report of the day before. Its PDF opens with the facility's initials and the month and day of sending: ${reportPassword(clinic.name, '2026-03-09')} on March 9. Tell the recipients; the mail does not.`}
                value={values.daily_report_time}
                error={faults.daily_report_time}
                onChange={(event) => change({ daily_report_time: event.currentTarget.value })}
              />
            )}
          </FormPart>
        ))}
        <FormPart title="Escalation">
          <TextInput
            label="Minutes without acknowledgement"
            description="When nobody acknowledges a notification in this time, the recipients below are told. Leave it empty for never."
            name="escalation_minutes"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={values.escalation_minutes}
            error={faults.escalation_minutes}
            onChange={(event) => change({ escalation_minutes: event.currentTarget.value })}
          />
          <LineList
            name="escalation_recipients"
            title="Who is told when nobody acknowledged"
            description="An e-mail address or a phone number with its country code a line, such as +44 7700 900123."
            item="Escalation recipient"
            add="Add a recipient"
            lines={values.escalation_recipients}
            faults={faults}
            onChange={(lines) => change({ escalation_recipients: lines })}
            maxLength={longest.email}
          />
        </FormPart>
      </ClinicForm>
      {question}
    </>
  )
}
