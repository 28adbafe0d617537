import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconPlus } from '../shared/icons.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { useWantedAct } from '../shared/use-wanted-act.ts'
import { AddSmsAlert } from './add-sms-alert.tsx'
import { OtherRecipients } from './other-recipients.tsx'
import { SmsAlertList } from './sms-alert-list.tsx'

/** Who gets notifications outside the portal (AL-5, AL-6, AL-7). */
export function SmsAlertsPage() {
  const { data, error, refetch } = useClinics()
  const clinic = useClinic()
  if (clinic) return <SmsAlerts key={clinic.id} clinic={clinic} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (data) return <Empty title={m.common_no_clinic_title()}>{m.common_no_access()}</Empty>
  return <Loading label={m.sms_alert_loading()} />
}

function SmsAlerts({ clinic }: { readonly clinic: Clinic }) {
  const [isAdding, setAdding] = useState(false)
  useWantedAct({ add: () => setAdding(true) })
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {m.sms_alert_add()}
    </Button>
  )
  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.sms_alert_title()}</h1>
        {add}
      </div>
      <p className={adminPageStyles.adminNote}>
        {m.sms_alert_notice({ clinic: clinic.name })} {m.common_observation_notice()}
      </p>
      <SmsAlertList clinic={clinic} isActive add={add} />
      <SmsAlertList clinic={clinic} isActive={false} />
      <OtherRecipients clinic={clinic} />
      {isAdding && <AddSmsAlert clinic={clinic} onClose={() => setAdding(false)} />}
    </div>
  )
}
