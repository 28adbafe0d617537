import { leaveForm, leaveRules } from '@eupnea/contract/leaves.fields.ts'
import { saveLeave } from '@eupnea/contract/leaves.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { send } from '../shared/api.ts'
import { instantIn, timeIn } from '../shared/form/local-time.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { dayIn, now, zoneText } from '../shared/time.ts'
import { useWhileHere } from '../shared/while-here.ts'
import { refreshingResidents } from './resident-answers.ts'
import { nameWithRoom } from './resident-name.ts'

interface SetLeaveProps {
  readonly patientIds: readonly string[]
  /** of several */
  readonly names?: string
  /** the only one; null: several */
  readonly resident: Pick<Resident, 'first_name' | 'last_name' | 'room' | 'leave'> | null
  /** the clinic's */
  readonly zone: string
  readonly onClose: () => void
  /** of those whose leave was saved */
  readonly onSaved?: (ids: readonly string[]) => void
}

/** A leave begins now unless another is running or planned. */
function startOf(resident: SetLeaveProps['resident'], zone: string) {
  const { from = now(), until } = resident?.leave ?? {}
  const [fromTime, untilTime] = [timeIn(zone, from), until === undefined ? '' : timeIn(zone, until)]
  const days = { from_day: dayIn(zone, from), until_day: dayIn(zone, until ?? from) }
  return { ...days, from_time: fromTime, until_time: untilTime }
}

/** Sends one resident or several on leave; each is saved by itself, and those refused are reported (PL-6). */
export function SetLeave({ patientIds, names, resident, zone, onClose, onSaved }: SetLeaveProps) {
  const [start] = useState(() => startOf(resident, zone))
  const form = useRecordForm(leaveForm, leaveRules, null, start, `leave ${patientIds}`)
  const [failed, setFailed] = useState(0)
  const [isPending, setPending] = useState(false)
  const close = useWhileHere(onClose)

  async function save() {
    const { from_day, from_time, until_day, until_time, reason } = form.values
    const from = instantIn(from_day, from_time, zone, resident?.leave?.from ?? now())
    const until = instantIn(until_day, until_time, zone, resident?.leave?.until ?? from)
    if (!from || !until) return
    setFailed(0)
    setPending(true)
    const leave = { from, until, reason }
    const results = await refreshingResidents(() =>
      Promise.allSettled(patientIds.map((patient_id) => send(saveLeave, { patient_id, ...leave }))),
    ).finally(() => setPending(false))
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    const saved = patientIds.filter((_, index) => results[index]?.status === 'fulfilled')
    onSaved?.(saved)
    const [first] = reasons
    if (first === undefined) {
      sayDone(resident ? m.leave_save_done() : m.leave_save_many_done({ count: saved.length }))
      close()
    } else {
      setFailed(reasons.length)
      form.refuse(first)
    }
  }

  return (
    <RecordDialog
      title={
        resident
          ? m.leave_set_title({ resident: nameWithRoom(resident) })
          : m.leave_set_many_title({ count: patientIds.length })
      }
      act={m.leave_save()}
      form={form}
      isPending={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
      note={
        <>
          {names && <p>{names}</p>}
          <p>
            {m.leave_effect()} {m.leave_zone_help({ zone: zoneText(zone) })}
          </p>
        </>
      }
    >
      {!resident && failed > 0 && <p role="status">{m.leave_save_some_failed({ count: failed })}</p>}
    </RecordDialog>
  )
}
