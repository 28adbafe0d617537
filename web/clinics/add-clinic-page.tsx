import { clinicFields } from '@eupnea/contract/clinics.fields.ts'
import { createClinic, listClinics } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { defaultLocale } from '@eupnea/texts/locale.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSend } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { browserZone } from '../shared/form/local-time.ts'
import { RecordForm } from '../shared/form/record-form.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { LogoField } from './logo-field.tsx'
import { useLogo } from './use-logo.ts'

/** A new clinic (FA-1, FA-2). */
export function AddClinicPage() {
  const navigate = useNavigate()
  const form = useRecordForm(
    clinicFields,
    noRules,
    null,
    { tz: browserZone(), locale: defaultLocale, floors: [''] },
    'new clinic',
  )
  const logo = useLogo()
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
    onError: form.refuse,
  })
  const { question, leave } = useLeaveQuestion(
    form.isChanged || logo.isChanged,
    creation.isPending,
    m.common_add_clinic(),
  )

  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.common_add_clinic()}</h1>
      </div>
      <RecordForm
        form={form}
        act={m.clinic_create()}
        isPending={creation.isPending}
        onSubmit={() => {
          const { name = '', ...others } = form.changes
          creation.mutate({ name, ...others })
        }}
        onCancel={() => void navigate({ to: '/facility/manage' })}
      >
        <LogoField logo={logo.logo} fault={logo.fault} onChange={logo.change} kept={null} />
      </RecordForm>
      {question}
    </div>
  )
}
