import { type Handover, readHandover, takeOverShift } from '@eupnea/contract/handover.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { clockText } from '../shared/time.ts'

/** Records that the person has taken over this floor and shift; once they have, the sheet says so instead (HO-1). */
export function TakeOver({ handover, zone }: { readonly handover: Handover; readonly zone: string }) {
  const { clinic_id, floor, from, until, taken_over } = handover
  const take = useSend(takeOverShift, {
    invalidates: [readHandover],
    onSuccess: ({ duty }) =>
      sayDone(duty ? m.handover_take_over_duty({ time: clockText(duty.until, zone) }) : m.handover_take_over_done()),
    onError: sayFailed,
  })
  if (taken_over.some(({ is_own }) => is_own)) return null
  return (
    <Button loading={take.isPending} onClick={() => take.mutate({ clinic_id, floor, from, until })}>
      {m.handover_take_over()}
    </Button>
  )
}
