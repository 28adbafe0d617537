import { listNotifications } from '@eupnea/contract/notifications.ts'
import { emptyBed } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { IconBedOff } from '../shared/icons.tsx'
import styles from './live-panel.module.css'

/** Ends a `no_breathing` notification after somebody has looked; offered while one is open (WA-2). */
export function EmptyBed({ patient_id }: { readonly patient_id: string }) {
  const [isAsking, setAsking] = useState(false)
  const newest = useCall(
    listNotifications,
    { patient_id, kind: 'no_breathing', page_size: 1 },
    { refetchInterval: 15_000 },
  ).data?.items[0]
  if (!newest || newest.ended_at !== null) return null
  return (
    <>
      <Button
        className={styles.residentEmptyBed}
        variant="default"
        leftSection={<IconBedOff size={18} stroke={1.7} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {m.signal_empty_bed()}
      </Button>
      {isAsking && (
        <QuestionDialog
          call={emptyBed}
          input={{ patient_id }}
          invalidates={[listNotifications]}
          done={m.signal_empty_bed_done()}
          title={m.signal_empty_bed_question()}
          act={m.signal_empty_bed_confirm()}
          onClose={() => setAsking(false)}
        >
          <p>{m.signal_empty_bed_explained()}</p>
        </QuestionDialog>
      )}
    </>
  )
}
