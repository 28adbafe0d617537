import type { Clinic } from '@eupnea/contract/clinics.ts'
import { successes } from '@eupnea/contract/messages.ts'
import { type Resident, readResident, residentStatus } from '@eupnea/contract/residents.ts'
import { Button, Drawer, Group, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, useCall } from '../shared/api.ts'
import { useLeaveQuestion } from '../shared/form/leave-question.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { useFormValues } from '../shared/form/use-form-values.ts'
import { sayDone } from '../shared/say-done.tsx'
import { Stale } from '../shared/states.tsx'
import type { FaceSheet } from './face-sheet.ts'
import { FaceSheetField } from './face-sheet-field.tsx'
import { ResidentFields } from './resident-fields.tsx'
import { nameOf } from './resident-name.ts'
import { broughtIn, changedFields, fieldLabels, noValues, residentRules, valuesOf } from './resident-values.ts'
import { useSaveResident } from './use-save-resident.ts'
import './resident-form.css'

interface ResidentDrawerProps {
  readonly clinic: Pick<Clinic, 'id' | 'floors'>
  /** null: a new one */
  readonly resident: Resident | null
  readonly onClose: () => void
  readonly onSaved?: (resident: Resident) => void
}

/** Adds a resident, or changes one; only what was changed is sent (RE-2). */
export function ResidentDrawer({ clinic, resident, onClose, onSaved }: ResidentDrawerProps) {
  /** what the form started from */
  const [kept, setKept] = useState(resident)
  const keptValues = kept ? valuesOf(kept) : noValues
  const { values, faults, formRef, change, check, refuse, note, reset } = useFormValues(keptValues, residentRules)
  const [sheet, setSheet] = useState<FaceSheet>({ kind: 'kept' })
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const isChanged = changedFields(keptValues, values).length > 0 || sheet.kind !== 'kept'
  const { question } = useLeaveQuestion(isChanged)
  const save = useSaveResident(setKept)
  const now = useNow(kept)
  const isOld = !save.isPending && kept !== null && now !== null && now.updated_at !== kept.updated_at

  async function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(null)
    if (save.isPending || !check()) return
    try {
      const saved = await save.mutateAsync({ clinic, kept, values, sheet })
      sayDone(successes.residentSaved)
      onClose()
      onSaved?.(saved)
    } catch (error) {
      if (!refuse(error)) setRefusal(error)
    }
  }

  function bringIn(record: Resident) {
    setRefusal(null)
    reset(broughtIn(keptValues, valuesOf(record), values))
    setKept(record)
  }

  return (
    <Drawer
      opened
      position="right"
      size={600}
      onClose={() => (isChanged ? setAsking(true) : onClose())}
      title={kept ? `Edit ${nameOf(kept)}` : 'Add resident'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={formRef} className="form resident-form" onSubmit={(event) => void submit(event)} noValidate>
        {isOld && <ChangedMeanwhile kept={kept} now={now} onBringIn={() => bringIn(now)} />}
        <ResidentFields clinic={clinic} values={values} faults={faults} onChange={change} />
        <FaceSheetField
          resident={kept}
          sheet={sheet}
          fault={faults.file}
          onChange={(next, fault) => {
            setSheet(next)
            note('file', fault)
          }}
        />
        {refusal !== null && <Refusal error={refusal} />}
        <div className="form-acts">
          <Button variant="default" onClick={() => (isChanged ? setAsking(true) : onClose())}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {kept ? 'Save' : 'Add resident'}
          </Button>
        </div>
      </form>
      {isAsking && (
        <Modal
          opened
          onClose={() => setAsking(false)}
          title="Leave without saving?"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <p>What you changed in this form has not been saved.</p>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              Leave without saving
            </Button>
            <Button onClick={() => setAsking(false)} data-autofocus>
              Keep editing
            </Button>
          </Group>
        </Modal>
      )}
      {question}
    </Drawer>
  )
}

/** The record as it is now, kept up to date by live messages; null while there is none. */
function useNow(kept: Resident | null): Resident | null {
  const { data, error } = useCall(
    readResident,
    { patient_id: kept?.patient_id ?? '' },
    { enabled: kept !== null, staleTime: 0 },
  )
  return error instanceof ApiError && error.status === 404 ? null : (data ?? null)
}

interface ChangedMeanwhileProps {
  readonly kept: Resident
  readonly now: Resident
  readonly onBringIn: () => void
}

function ChangedMeanwhile({ kept, now, onBringIn }: ChangedMeanwhileProps) {
  if (now.status === residentStatus.deleted)
    return <Stale>Somebody deleted this resident meanwhile. Undelete the resident to change the record.</Stale>
  const names = changedFields(valuesOf(kept), valuesOf(now)).map((name) => fieldLabels[name].toLocaleLowerCase('en-GB'))
  return (
    <Stale
      action={
        <Button size="compact-sm" variant="default" onClick={onBringIn}>
          Bring in their changes
        </Button>
      }
    >
      Somebody changed this resident meanwhile{names.length > 0 && `: ${names.join(', ')}`}. What you typed stays.
    </Stale>
  )
}
