import { disableSmsAlert, listSmsAlerts, type SmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { phoneName } from './phone-name.ts'

interface DisableSmsAlertProps {
  readonly alert: SmsAlert
  readonly onClose: () => void
}

/** Asks by number and name, then disables the alert phone (AL-5). */
export function DisableSmsAlert({ alert, onClose }: DisableSmsAlertProps) {
  const disabling = useSend(disableSmsAlert, {
    invalidates: [listSmsAlerts],
    onSuccess: () => {
      onClose()
      sayDone(m.sms_alert_disable_done())
    },
  })
  return (
    <FormDialog
      title={m.sms_alert_disable_question({ phone: phoneName(alert) })}
      act={m.sms_alert_disable()}
      isDanger
      error={disabling.error}
      isPending={disabling.isPending}
      onAct={() => disabling.mutate({ id: alert.id })}
      onClose={onClose}
    >
      <p>{m.sms_alert_disable_effect()}</p>
    </FormDialog>
  )
}
