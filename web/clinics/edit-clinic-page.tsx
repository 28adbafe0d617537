import { clinicFields } from '@eupnea/contract/clinics.fields.ts'
import { type Clinic, readClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isRefused, send } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { wasOf } from '../shared/form/was-of.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { clinicAnswers } from './clinic-answers.ts'
import { ClinicForm } from './clinic-form.tsx'
import { LogoField } from './logo-field.tsx'
import { renamedFloors } from './renamed-floors.ts'
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
  const form = useRecordForm(clinicFields, noRules, kept, null, `clinic ${clinic.id}`)
  const logo = useLogo()
  const isChanged = form.isChanged || logo.isChanged
  const toProfile = () => navigate({ to: '/facility/profile/$slug', params: { slug: clinic.slug }, replace: true })

  const update = useMutation({
    mutationFn: async () => {
      // The fields first: they stay saved when the logo is refused.
      if (form.isChanged) {
        const was = wasOf(seen, form.changes)
        const renamed_floors = renamedFloors(form.values.floors, seen.floors, form.changes.floors)
        const saved = await send(updateClinic, { clinic_id: clinic.id, ...form.changes, renamed_floors, was })
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
      else form.refuse(error)
      // Saving again is then on purpose.
      if (isRefused(error, 'facility_changed')) setSeen(await send(readClinic, { clinic_id: clinic.id }))
    },
  })
  const title = m.clinic_edit_title({ clinic: clinic.name })
  const { question, leave } = useLeaveQuestion(isChanged, update.isPending, title)

  return (
    <>
      <ClinicForm
        form={form}
        title={title}
        slug={clinic.slug}
        isPending={update.isPending}
        isOld={!update.isPending && !update.isSuccess && form.changedIn(clinic).length > 0}
        onSubmit={() => {
          if (isChanged) update.mutate()
          else void toProfile()
        }}
        onStartAnew={() => {
          setKept(clinic)
          setSeen(clinic)
          form.startAnew(clinic)
        }}
      >
        <LogoField logo={logo.logo} fault={logo.fault} onChange={logo.change} kept={clinic.logo} />
      </ClinicForm>
      {question}
    </>
  )
}
