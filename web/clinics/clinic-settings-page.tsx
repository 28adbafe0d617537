import { clinicSettingsFields, clinicSettingsRules } from '@eupnea/contract/clinics.fields.ts'
import { type Clinic, readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { isRefused, send, useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'
import { wasOf } from '../shared/form/was-of.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { zoneText } from '../shared/time.ts'
import { clinicAnswers } from './clinic-answers.ts'
import { ClinicForm } from './clinic-form.tsx'
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
        <div className={adminPageStyles.adminPage}>{sections({ clinic })}</div>
      </div>
    )
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <Loading label={m.clinic_loading()} />
}

/** The fields with what only the clinic can say: its zone. */
const fieldsOf = ({ tz }: Clinic) => ({
  ...clinicSettingsFields,
  daily_report_time: {
    ...clinicSettingsFields.daily_report_time,
    label: () => m.clinic_report_time({ zone: zoneText(tz) }),
    help: m.clinic_report_time_help,
  },
})

function ClinicSettings({ clinic }: { readonly clinic: Clinic }) {
  const navigate = useNavigate()
  const [kept, setKept] = useState(clinic)
  /** the record as the person has seen it */
  const [seen, setSeen] = useState(clinic)
  const fields = useMemo(() => fieldsOf(clinic), [clinic])
  const form = useRecordForm(fields, clinicSettingsRules, kept, null, `settings ${clinic.id}`)
  const toProfile = () => navigate({ to: '/facility/profile/$slug', params: { slug: clinic.slug }, replace: true })
  const update = useSend(updateClinic, {
    invalidates: clinicAnswers,
    onSuccess: () => {
      sayDone(m.clinic_update_done())
      return leave(toProfile)
    },
    onError: async (error) => {
      form.refuse(error)
      if (!isRefused(error, 'facility_changed')) return
      // Saving again is then on purpose.
      setSeen(await send(readClinic, { clinic_id: clinic.id }))
      await fetchAgain(clinicAnswers)
    },
  })
  const title = m.clinic_settings_title({ clinic: clinic.name })
  const { question, leave } = useLeaveQuestion(form.isChanged, update.isPending, title)

  return (
    <>
      <ClinicForm
        form={form}
        title={title}
        slug={clinic.slug}
        isPending={update.isPending}
        isOld={!update.isPending && !update.isSuccess && form.changedIn(clinic).length > 0}
        onSubmit={() => {
          const { changes } = form
          if (form.isChanged) update.mutate({ clinic_id: clinic.id, ...changes, was: wasOf(seen, changes) })
          else void toProfile()
        }}
        onStartAnew={() => {
          setKept(clinic)
          setSeen(clinic)
          form.startAnew(clinic)
        }}
      />
      {question}
    </>
  )
}
