import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconPlus } from '../shared/icons.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { AddSmsAlert } from './add-sms-alert.tsx'
import { OtherRecipients } from './other-recipients.tsx'
import { SmsAlertList } from './sms-alert-list.tsx'
import '../shared/table/admin-page.css'
import './sms-alerts.css'

/** Who is told of notifications outside the portal (AL-5, AL-6, AL-7). */
export function SmsAlertsPage() {
  const { data, error, refetch } = useClinics()
  const clinic = useClinic()
  if (clinic) return <SmsAlerts key={clinic.id} clinic={clinic} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (data) return <Empty title="No facility">You have not been given a facility yet. Ask your administrator.</Empty>
  return <Loading label="Fetching facilities" />
}

function SmsAlerts({ clinic }: { readonly clinic: Clinic }) {
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add SMS alert
    </Button>
  )
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>SMS alerts</h1>
        {add}
      </div>
      <p className="admin-note">
        These phones get one SMS for each notification of {clinic.name}. {m.common_observation_notice()}
      </p>
      <SmsAlertList clinic={clinic} isActive add={add} />
      <SmsAlertList clinic={clinic} isActive={false} />
      <OtherRecipients clinic={clinic} />
      {isAdding && <AddSmsAlert clinic={clinic} onClose={() => setAdding(false)} />}
    </div>
  )
}
