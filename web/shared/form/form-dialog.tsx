import { m } from '@eupnea/texts'
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useCloseQuestion } from './leave-question.tsx'
import { Refusal } from './refusal.tsx'

interface FormDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** why it was refused */
  readonly error?: unknown
  readonly isWarning?: boolean
  /** the button that does it */
  readonly act: string
  /** in the danger colour; Cancel then gets the focus */
  readonly isDanger?: boolean
  readonly isPending: boolean
  /** something was typed, so closing asks first */
  readonly isChanged?: boolean
  readonly onAct: () => void
  readonly onClose: () => void
  readonly formRef?: RefObject<HTMLFormElement | null>
}

const fieldNames = ':is(input, select, textarea):not(:disabled, [type="hidden"], [type="file"])'

/** Focuses the first field, or where the dialog says; by default it would be Close. */
function startInFirstField(form: HTMLFormElement | null): void {
  if (!form || form.querySelector('[data-autofocus]')) return
  const first = form.querySelector<HTMLInputElement>(fieldNames)
  // In a set of choices, the chosen one: arrow keys continue from there.
  const chosen = first?.type === 'radio' && form.querySelector(`input[name="${CSS.escape(first.name)}"]:checked`)
  ;(chosen || first)?.setAttribute('data-autofocus', 'true')
}

/** A question with its effect, or a few fields; why it was refused; and two buttons. Enter in a field submits. */
export function FormDialog({
  title,
  children,
  error,
  isWarning,
  act,
  isDanger,
  isPending,
  isChanged = false,
  onAct,
  onClose,
  formRef,
}: FormDialogProps) {
  const { question, closing } = useCloseQuestion(isChanged, isPending, title, onClose)
  return (
    // Tapping outside would lose what was typed; a plain question can simply be asked again.
    <Modal opened {...closing} title={title} closeOnClickOutside={isDanger === true}>
      <form
        ref={(form) => {
          startInFirstField(form)
          if (formRef) formRef.current = form
        }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) onAct()
        }}
      >
        <Stack gap="sm">{children}</Stack>
        {error !== undefined && error !== null && <Refusal error={error} isWarning={isWarning} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={closing.onClose} data-autofocus={isDanger || undefined}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={isPending} {...(isDanger && { color: 'var(--danger)', c: 'var(--surface)' })}>
            {act}
          </Button>
        </Group>
      </form>
      {question}
    </Modal>
  )
}
