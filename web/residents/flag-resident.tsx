import { residentName } from '@eupnea/contract/resident-name.ts'
import { flagResident, listResidents, listStatusLogs, type Resident, readResident } from '@eupnea/contract/residents.ts'
import { type FlagStatus, flagName, nextFlags } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { FlagBadge } from '../shared/flag-badge.tsx'
import { useCloseQuestion } from '../shared/form/leave-question.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { useKeptState } from '../shared/form/use-typing-kept.ts'
import { sayDone } from '../shared/say-done.tsx'
import styles from './resident-dialogs.module.css'
import { nameWithRoom } from './resident-name.ts'

const noteLength = 4_000

/** What each flag tells colleagues. */
const meanings: Readonly<Record<FlagStatus, () => string>> = {
  1: m.resident_flag_none_help,
  2: m.resident_flag_flagged_help,
  3: m.resident_flag_review_help,
  4: m.resident_flag_escalated_help,
  5: m.resident_flag_approved_help,
}

interface FlagResidentProps {
  readonly resident: Resident
  readonly onClose: () => void
}

/** Moves the flag to one of the statuses that may follow, with a note (RE-6). */
export function FlagResident({ resident, onClose }: FlagResidentProps) {
  const { patient_id } = resident
  const choices = nextFlags(resident.flaggedResidentNotes.status)
  const [chosen, setChosen] = useKeptState(`flag of ${patient_id}`, choices.length === 1 ? choices[0]! : null)
  const [note, setNote] = useKeptState(`flag note of ${patient_id}`, '')
  const choicesRef = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const flag = useSend(flagResident, {
    invalidates: [readResident, listResidents, listStatusLogs],
    onClose,
    onSuccess: ({ flaggedResidentNotes: { status } }) => {
      const who = residentName(resident)
      const message =
        status === 1
          ? m.resident_flag_removed({ resident: who })
          : m.resident_flag_done({ resident: who, flag: flagName(status) })
      sayDone({ title: m.resident_flag_done_title(), message })
    },
  })
  const title = m.resident_flag_change_title({ resident: nameWithRoom(resident) })
  const { question, closing } = useCloseQuestion(note !== '', flag.isPending, title, onClose)
  const refusedField = flag.error instanceof ApiError ? flag.error.field : undefined
  // Someone else may have moved the flag meanwhile, so that the choice is no longer on offer.
  const status = chosen !== null && choices.includes(chosen) ? chosen : null

  function submit() {
    if (status === null) {
      setMissing(true)
      choicesRef.current?.querySelector('input')?.focus()
      return
    }
    flag.mutate({ patient_id, status, note })
  }

  return (
    <Modal opened {...closing} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <p className={styles.residentFlagNow}>
            {m.resident_flag_current()} <FlagBadge status={resident.flaggedResidentNotes.status} />
          </p>
          <Radio.Group
            label={m.resident_flag_new()}
            value={status === null ? null : String(status)}
            onChange={(value) => {
              setChosen(Number(value) as FlagStatus)
              setMissing(false)
            }}
            error={isMissing ? m.resident_flag_required() : undefined}
          >
            <Stack gap="xs" mt={6} ref={choicesRef}>
              {choices.map((choice, index) => (
                <Radio
                  classNames={{ radio: styles.residentRadio }}
                  key={choice}
                  value={String(choice)}
                  label={<FlagBadge status={choice} />}
                  description={meanings[choice]()}
                  data-autofocus={index === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={m.note_label()}
            description={m.resident_flag_note_help()}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={noteLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={refusedField === 'note' ? flag.error?.message : undefined}
          />
          {flag.error && refusedField !== 'note' && <Refusal error={flag.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={closing.onClose}>
              {m.common_cancel()}
            </Button>
            <Button type="submit" loading={flag.isPending}>
              {m.resident_flag_change()}
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </Modal>
  )
}
