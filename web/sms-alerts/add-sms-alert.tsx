import type { Clinic } from '@eupnea/contract/clinics.ts'
import { createSmsAlert, listSmsAlerts } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { useKeptState } from '../shared/form/use-typing-kept.ts'
import { sayDone } from '../shared/say-done.tsx'
import tableStyles from '../shared/table/table.module.css'
import styles from './sms-alerts.module.css'

interface AddSmsAlertProps {
  readonly clinic: Clinic
  readonly onClose: () => void
}

type Values = { readonly code: string; readonly number: string; readonly name: string }
type Faults = Partial<Record<keyof Values, string>>

function faultsOf({ code, number }: Values): Faults {
  const faults: Faults = {}
  if (!/^(\+|00)?[1-9]\d{0,3}$/.test(code.trim())) faults.code = m.sms_alert_code_invalid()
  if (!/^\d{4,14}$/.test(number.replaceAll(/[\s()./-]/g, ''))) faults.number = m.sms_alert_number_invalid()
  return faults
}

/** Adds a phone number that gets the clinic's notifications (AL-5). */
export function AddSmsAlert({ clinic, onClose }: AddSmsAlertProps) {
  const [values, setValues] = useKeptState<Values>(`new alert phone of ${clinic.id}`, {
    code: '',
    number: '',
    name: '',
  })
  const [faults, setFaults] = useState<Faults | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const addition = useSend(createSmsAlert, {
    invalidates: [listSmsAlerts],
    onClose,
    onSuccess: ({ phone }) => sayDone(m.sms_alert_add_done({ phone })),
    onError: (error) => {
      if (error instanceof ApiError && error.field) setFaults({ [error.field]: error.message })
    },
  })
  const isAtField = addition.error instanceof ApiError && addition.error.field !== undefined
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))

  function submit() {
    const found = faultsOf(values)
    setFaults(found)
    if (Object.keys(found).length === 0) addition.mutate({ clinic_id: clinic.id, ...values })
  }

  return (
    <FormDialog
      title={m.sms_alert_add()}
      act={m.sms_alert_add_act()}
      error={isAtField ? undefined : addition.error}
      isPending={addition.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p className={tableStyles.tableSub}>{m.sms_alert_add_help({ clinic: clinic.name })}</p>
      <div ref={fields} className={styles.alertPhone}>
        <TextInput
          label={m.sms_alert_code_label()}
          required
          inputMode="tel"
          autoComplete="tel-country-code"
          placeholder="+44"
          maxLength={6}
          data-autofocus
          value={values.code}
          error={faults?.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
        />
        <TextInput
          label={m.sms_alert_number_label()}
          required
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="7700 900123"
          maxLength={24}
          value={values.number}
          error={faults?.number}
          onChange={(event) => change({ number: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={m.sms_alert_name_label()}
        description={m.sms_alert_name_help()}
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={faults?.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
