import { type Clinic, readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefused, send } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { clinicAnswers } from './clinic-answers.ts'
import { ClinicFields } from './clinic-fields.tsx'
import { ClinicForm } from './clinic-form.tsx'
import { changesOf, clinicOf, clinicRules, valuesOf, wasOf } from './clinic-values.ts'
import { useAdminLive } from './use-admin-live.ts'
import { useClinic } from './use-clinic.ts'
import { useLogo } from './use-logo.ts'

/** Changes a clinic; only what was changed is sent (FA-1, FA-2, FA-3). */
export function EditClinicPage() {
  const { slug = '' } = useParams({ strict: false })
  const { data: clinic, error, refetch } = useClinic(slug)
  useAdminLive()
  if (clinic) return <EditClinic key={clinic.id} clinic={clinic} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <Loading label={m.clinic_loading()} />
}

function EditClinic({ clinic }: { readonly clinic: Clinic }) {
  const navigate = useNavigate()
  /** what the form started from */
  const [kept, setKept] = useState(clinic)
  /** the record as the person has seen it */
  const [seen, setSeen] = useState(clinic)
  const form = useFormValues(valuesOf(kept), clinicRules)
  const logo = useLogo()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const before = clinicOf(valuesOf(kept))
  const changes = changesOf(before, clinicOf(form.values))
  const isChanged = Object.keys(changes).length > 0
  const { question, leave } = useLeaveQuestion(isChanged || logo.isChanged)
  const toProfile = () => navigate({ to: '/facility/profile/$slug', params: { slug: clinic.slug }, replace: true })

  const update = useMutation({
    mutationFn: async () => {
      // The fields first: they stay saved when the logo is refused.
      if (isChanged) {
        const saved = await send(updateClinic, { clinic_id: clinic.id, ...changes, was: wasOf(seen, changes) })
        setKept(saved)
        setSeen(saved)
      }
      await logo.save(clinic)
    },
    onSuccess: async () => {
      await fetchAgain(clinicAnswers)
      sayDone(m.clinic_update_done())
      return leave(toProfile)
    },
    onError: async (error) => {
      await fetchAgain(clinicAnswers)
      if (logo.isAtField(error)) form.focusFault()
      else if (!form.refuse(error)) setRefusal(error)
      // Saving again is then on purpose.
      if (isRefused(error, 'facility_changed')) setSeen(await send(readClinic, { clinic_id: clinic.id }))
    },
  })
  const isOld =
    !update.isPending && !update.isSuccess && Object.keys(changesOf(clinicOf(valuesOf(clinic)), before)).length > 0

  function submit() {
    setRefusal(null)
    if (!form.check()) return
    if (isChanged || logo.isChanged) update.mutate()
    else void toProfile()
  }

  return (
    <>
      <ClinicForm
        title={m.clinic_edit_title({ clinic: clinic.name })}
        slug={clinic.slug}
        formRef={form.formRef}
        isPending={update.isPending}
        isOld={isOld}
        refusal={refusal}
        onSubmit={submit}
        onStartAnew={() => {
          setKept(clinic)
          setSeen(clinic)
          form.reset(valuesOf(clinic))
        }}
      >
        <ClinicFields
          values={form.values}
          faults={form.faults}
          onChange={form.change}
          logo={logo}
          keptLogo={clinic.logo}
        />
      </ClinicForm>
      {question}
    </>
  )
}
