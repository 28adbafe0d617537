import { disableSmsAlert, listSmsAlerts, type SmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { phoneName } from './phone-name.ts'

interface DisableSmsAlertProps {
  readonly alert: SmsAlert
  readonly onClose: () => void
}

/** Asks by number and name, then disables the alert phone (AL-5). */
export function DisableSmsAlert({ alert, onClose }: DisableSmsAlertProps) {
  return (
    <QuestionDialog
      call={disableSmsAlert}
      input={{ id: alert.id }}
      invalidates={[listSmsAlerts]}
      done={m.sms_alert_disable_done()}
      title={m.sms_alert_disable_question({ phone: phoneName(alert) })}
      act={m.sms_alert_disable()}
      isDanger
      onClose={onClose}
    >
      <p>{m.sms_alert_disable_effect()}</p>
    </QuestionDialog>
  )
}
