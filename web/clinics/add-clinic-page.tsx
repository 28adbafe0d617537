import { createClinic, listClinics } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { defaultLocale } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { lineOf } from '../shared/form/lines.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { ClinicFields } from './clinic-fields.tsx'
import { type ClinicValues, clinicOf, clinicRules } from './clinic-values.ts'
import { useLogo } from './use-logo.ts'
import '../shared/table/admin-page.css'

/** A new clinic (FA-1, FA-2). */
export function AddClinicPage() {
  const navigate = useNavigate()
  const [initial] = useState<ClinicValues>(() => ({
    name: '',
    tz: browserZone(),
    locale: defaultLocale,
    floors: [lineOf()],
    clinicDetail: '',
  }))
  const { values, faults, formRef, change, check, refuse } = useFormValues(initial, clinicRules)
  const logo = useLogo()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const isChanged = JSON.stringify(clinicOf(values)) !== JSON.stringify(clinicOf(initial)) || logo.isChanged
  const { question, leave } = useLeaveQuestion(isChanged)
  const creation = useSend(createClinic, {
    invalidates: [listClinics],
    onSuccess: async (clinic) => {
      sayDone(m.clinic_create_done())
      const params = { slug: clinic.slug }
      try {
        await logo.save(clinic)
      } catch (error) {
        // The clinic is there: what is left to do is its logo.
        sayFailed(error)
        return leave(() => navigate({ to: '/facility/edit/$slug', params, replace: true }))
      }
      if (logo.isChanged) await fetchAgain([listClinics])
      return leave(() => navigate({ to: '/facility/profile/$slug', params, replace: true }))
    },
    onError: (error) => {
      if (!refuse(error)) setRefusal(error)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(null)
    if (!creation.isPending && check()) creation.mutate(clinicOf(values))
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{m.common_add_clinic()}</h1>
      </div>
      <form ref={formRef} className="form" onSubmit={submit} noValidate>
        <ClinicFields values={values} faults={faults} onChange={change} logo={logo} keptLogo={null} />
        {refusal && <Refusal error={refusal} />}
        <div className="form-acts">
          <Button component={Link} to="/facility/manage" variant="default">
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {m.clinic_create()}
          </Button>
        </div>
      </form>
      {question}
    </div>
  )
}
