import type { Call, CallArguments } from '@eupnea/contract/call.ts'
import type { Fields } from '@eupnea/contract/field-kinds.ts'
import type { ComponentProps } from 'react'
import { useSend } from '../api.ts'
import { sayDone } from '../say-done.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface SaveDialogProps<F extends Fields, C extends Call>
  extends Omit<ComponentProps<typeof RecordDialog<F>>, 'isPending' | 'onSubmit'> {
  readonly call: C
  /** of the call, when no rule is broken */
  readonly input: () => CallArguments<C>
  /** calls whose cached answers it makes out of date */
  readonly invalidates?: readonly Pick<Call, 'name'>[]
  /** said when it is saved */
  readonly done: Parameters<typeof sayDone>[0]
}

/** A record to fill in, saved by one call: then the dialog closes and says so. */
export function SaveDialog<F extends Fields, C extends Call>(props: SaveDialogProps<F, C>) {
  const { call, input, invalidates, done, ...dialog } = props
  const saving = useSend(call, {
    invalidates,
    onClose: dialog.onClose,
    onSuccess: () => sayDone(done),
    onError: dialog.form.refuse,
  })
  return <RecordDialog<F> {...dialog} isPending={saving.isPending} onSubmit={() => saving.mutate(input())} />
}
