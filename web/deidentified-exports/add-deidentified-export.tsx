import { listDeidentifiedExports, startDeidentifiedExport } from '@eupnea/contract/deidentified-exports.ts'
import { m } from '@eupnea/texts'
import { Select, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { timeInput } from '../shared/form/time-input.ts'
import { sayDone } from '../shared/say-done.tsx'

/** Starts a de-identified export of a facility's days (AR-4). */
export function AddDeidentifiedExport({ onClose }: { readonly onClose: () => void }) {
  const { data: clinics = [] } = useClinics()
  const [clinic, setClinic] = useState<string | null>(null)
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [faults, setFaults] = useState<{ clinic?: string; days?: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const starting = useSend(startDeidentifiedExport, {
    invalidates: [listDeidentifiedExports],
    onClose,
    onSuccess: () => sayDone(m.deidentified_export_add_done()),
  })

  function submit() {
    if (clinic === null) return setFaults({ clinic: m.deidentified_export_clinic_required() })
    if (first === '' || last === '') return setFaults({ days: m.deidentified_export_days_required() })
    setFaults(null)
    starting.mutate({ clinic_id: clinic, first_day: first, last_day: last })
  }

  return (
    <FormDialog
      title={m.deidentified_export_add()}
      act={m.deidentified_export_add()}
      error={starting.error}
      isPending={starting.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <Stack gap="sm" ref={fields}>
        <Select
          label={m.deidentified_export_clinic()}
          data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
          value={clinic}
          onChange={setClinic}
          error={faults?.clinic}
          searchable
          data-autofocus
        />
        <TextInput
          {...timeInput('date', first)}
          label={m.deidentified_export_first_day()}
          error={faults?.days}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextInput
          {...timeInput('date', last)}
          label={m.deidentified_export_last_day()}
          onChange={({ currentTarget }) => setLast(currentTarget.value)}
        />
      </Stack>
    </FormDialog>
  )
}
