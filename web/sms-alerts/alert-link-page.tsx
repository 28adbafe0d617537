import { openAlertDelivery } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSend } from '../shared/api.ts'
import { ApiError } from '../shared/api-error.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { Missing } from '../shared/missing.tsx'
import { Failed, Loading } from '../shared/states.tsx'

/** Follows the link in an SMS or e-mail, after signing in (AL-6). */
export function AlertLinkPage() {
  const { token = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const { mutate, error } = useSend(openAlertDelivery, {
    onSuccess: ({ clinic_id, patient_id, device_id }) => {
      chooseClinic(clinic_id)
      if (!patient_id) return navigate({ to: '/clinic/notifications', replace: true })
      if (!device_id) return navigate({ to: '/patient/profile/$patient_id', params: { patient_id }, replace: true })
      return navigate({
        to: '/patient/profile/$patient_id/$device_id',
        params: { patient_id, device_id },
        replace: true,
      })
    },
  })
  useEffect(() => mutate({ token }), [mutate, token])
  if (error instanceof ApiError && error.status === 404)
    return (
      <Missing title={m.notification_not_found()} to="/clinic/notifications" back={m.notification_open_list()}>
        {m.sms_alert_link_dead()}
      </Missing>
    )
  if (error) return <Failed error={error} retry={() => mutate({ token })} />
  return <Loading label={m.sms_alert_open_loading()} />
}
