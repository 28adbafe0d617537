import type { Call, CallArguments } from '@eupnea/contract/call.ts'
import type { ComponentProps } from 'react'
import { useSend } from '../api.ts'
import { sayDone } from '../say-done.tsx'
import { FormDialog } from './form-dialog.tsx'

interface QuestionDialogProps<C extends Call>
  extends Omit<ComponentProps<typeof FormDialog>, 'error' | 'isPending' | 'onAct' | 'formRef'> {
  /** what is done when the answer is yes */
  readonly call: C
  readonly input: CallArguments<C>
  /** calls whose cached answers it makes out of date */
  readonly invalidates?: readonly Pick<Call, 'name'>[]
  /** said when it is done */
  readonly done: Parameters<typeof sayDone>[0]
  readonly onDone?: () => void
}

/** A question with its effect: yes makes one call, then the dialog closes and says that it is done. */
export function QuestionDialog<C extends Call>(props: QuestionDialogProps<C>) {
  const { call, input, invalidates, done, onDone, ...dialog } = props
  const sending = useSend(call, {
    invalidates,
    onClose: dialog.onClose,
    onSuccess: () => {
      onDone?.()
      sayDone(done)
    },
  })
  return (
    <FormDialog {...dialog} error={sending.error} isPending={sending.isPending} onAct={() => sending.mutate(input)} />
  )
}
