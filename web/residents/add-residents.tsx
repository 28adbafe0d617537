import type { Clinic } from '@eupnea/contract/clinics.ts'
import { createResidents, mostNewResidents } from '@eupnea/contract/new-residents.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { FileButton } from '../shared/form/file-button.tsx'
import formStyles from '../shared/form/form.module.css'
import { useCloseQuestion } from '../shared/form/leave-question.tsx'
import { LineFaults } from '../shared/form/line-faults.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { textOfFile } from '../shared/form/text-of-file.ts'
import { useKeptState } from '../shared/form/use-typing-kept.ts'
import { sayDone } from '../shared/say-done.tsx'
import { parseResidents, unreadColumns } from './parse-residents.ts'
import { residentAnswers } from './resident-answers.ts'

interface AddResidentsProps {
  readonly clinic: Pick<Clinic, 'id' | 'floors'>
  readonly onClose: () => void
}

const fileBytes = 1024 * 1024

/** Many residents with their sensors, pasted or from a file: all of them, or none while a line has an error (EA-4). */
export function AddResidents({ clinic, onClose }: AddResidentsProps) {
  const [text, setText] = useKeptState(`residents of ${clinic.id}`, '')
  const [fault, setFault] = useState('')
  const lines = useMemo(() => parseResidents(text, clinic.floors), [text, clinic.floors])
  const unread = useMemo(() => unreadColumns(text), [text])
  const creation = useSend(createResidents, {
    invalidates: residentAnswers,
    onClose,
    onSuccess: () => sayDone(m.resident_add_many_done()),
  })
  const title = m.resident_add_many_title()
  const { question, closing } = useCloseQuestion(text !== '', creation.isPending, title, onClose)
  const told = creation.error instanceof ApiError ? creation.error.errors : []
  const refused = new Map(told.map(({ line = -1, message }) => [lines[line]?.number, message]))
  const faulty = lines.flatMap(({ number, name, fault }) => {
    const found = fault || refused.get(number)
    return found ? [{ number, name, fault: found }] : []
  })

  function submit() {
    if (lines.length === 0) return setFault(m.resident_lines_missing())
    if (lines.length > mostNewResidents)
      return setFault(m.resident_lines_too_many({ most: numberText(mostNewResidents) }))
    if (lines.some((line) => line.fault)) return setFault(m.resident_lines_fix())
    setFault('')
    creation.mutate({
      clinic_id: clinic.id,
      data: lines.map(({ values: { first_name = '', last_name = '', ...values } }) => ({
        first_name,
        last_name,
        ...values,
      })),
    })
  }

  function change(next: string) {
    setText(next)
    setFault('')
    creation.reset()
  }

  async function readFile(file: File | undefined) {
    if (!file) return
    if (file.size > fileBytes) return setFault(m.resident_lines_file_too_large())
    change(await textOfFile(file))
  }

  return (
    <Modal opened {...closing} size="lg" title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!creation.isPending) submit()
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={m.resident_lines_label()}
            description={m.resident_lines_help()}
            placeholder={m.resident_lines_hint()}
            required
            rows={10}
            spellCheck={false}
            data-autofocus
            error={fault || undefined}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <FileButton label={m.resident_lines_file()} onFile={(file) => void readFile(file)} />
          {lines.length > 0 && (
            <p className={formStyles.formNote} role="status">
              {m.resident_lines_read({ count: lines.length, faults: numberText(faulty.length) })}
            </p>
          )}
          {unread.length > 0 && (
            <p className={formStyles.formNote} role="status">
              {m.resident_lines_unread({ columns: unread.join(', ') })}
            </p>
          )}
          <LineFaults faults={faulty} />
          {creation.error && refused.size === 0 && <Refusal error={creation.error} />}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={closing.onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={creation.isPending}>
            {lines.length > 0 ? m.resident_add_many_count({ count: lines.length }) : m.resident_add_many_title()}
          </Button>
        </Group>
      </form>
      {question}
    </Modal>
  )
}
