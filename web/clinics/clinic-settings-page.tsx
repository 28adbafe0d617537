import { type Clinic, readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { reportPassword } from '@eupnea/contract/rules/report-mail.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
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
import { changesOf, recipientsOf, settingsOf, settingsRules, wasOf } from './clinic-values.ts'
import { useAdminLive } from './use-admin-live.ts'
import { useClinic } from './use-clinic.ts'

interface ClinicSettingsPageProps {
  /** what other nouns set, below */
  readonly sections: (of: { readonly clinic: Clinic }) => ReactNode
}

/** Recipients of alerts, escalation and the daily report (FA-2, FA-3, AL-7). */
export function ClinicSettingsPage({ sections }: ClinicSettingsPageProps) {
  const { slug = '' } = useParams({ strict: false })
  const { data: clinic, error, refetch } = useClinic(slug)
  useAdminLive()
  if (clinic)
    return (
      <div key={clinic.id}>
        <ClinicSettings clinic={clinic} />
        <div className="admin-page">{sections({ clinic })}</div>
      </div>
    )
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <Loading label={m.clinic_loading()} />
}

const lists = [
  {
    name: 'alert_recipients',
    part: m.clinic_alerts,
    title: m.clinic_alert_recipients,
    item: m.clinic_alert_recipient,
  },
  {
    name: 'daily_report_recipients',
    part: m.clinic_report,
    title: m.clinic_report_recipients,
    item: m.clinic_report_recipient,
  },
] as const

function ClinicSettings({ clinic }: { readonly clinic: Clinic }) {
  const navigate = useNavigate()
  const [kept, setKept] = useState(clinic)
  /** the record as the person has seen it */
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
      // Saving again is then on purpose.
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
        title={m.clinic_settings_title({ clinic: clinic.name })}
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
          <FormPart key={name} title={part()}>
            <LineList
              name={name}
              title={title()}
              description={m.clinic_recipients_help()}
              item={item()}
              add={m.clinic_address_add()}
              lines={values[name]}
              faults={faults}
              onChange={(lines) => change({ [name]: lines })}
              maxLength={254}
              type="email"
            />
            {name === 'daily_report_recipients' && (
              <TextInput
                name="daily_report_time"
                type="time"
                label={m.clinic_report_time({ zone: clinic.tz.replaceAll('_', ' ') })}
                description={m.clinic_report_time_help({ password: reportPassword(clinic.name, '2026-03-09') })}
                value={values.daily_report_time}
                error={faults.daily_report_time}
                onChange={(event) => change({ daily_report_time: event.currentTarget.value })}
              />
            )}
          </FormPart>
        ))}
        <FormPart title={m.clinic_escalation()}>
          <TextInput
            label={m.clinic_escalation_minutes()}
            description={m.clinic_escalation_minutes_help()}
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
            title={m.clinic_escalation_recipients()}
            description={m.clinic_escalation_recipients_help()}
            item={m.clinic_escalation_recipient()}
            add={m.clinic_escalation_recipient_add()}
            lines={values.escalation_recipients}
            faults={faults}
            onChange={(lines) => change({ escalation_recipients: lines })}
            maxLength={254}
          />
        </FormPart>
      </ClinicForm>
      {question}
    </>
  )
}
