import type { Call } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormDialog } from '../form/form-dialog.tsx'
import { fetchAgain } from '../query.ts'
import { sayDone } from '../say-done.tsx'
import { chosenText } from './chosen-text.ts'
import type { Chosen } from './table-features.ts'

interface ActOnManyProps {
  readonly title: (of: { readonly count: number }) => string
  /** the button that does it */
  readonly act: string
  readonly isDanger?: boolean
  readonly chosen: Chosen
  /** does it to one, by the call that a single row has */
  readonly onOne: (id: string) => Promise<unknown>
  /** what to say when all are done */
  readonly done: string
  /** calls that it makes out of date */
  readonly answers: readonly Pick<Call, 'name'>[]
  /** false: something is still to be chosen */
  readonly onCheck?: () => boolean
  readonly onClose: () => void
  /** those that it was done to: they are no longer selected */
  readonly onDone: (ids: readonly string[]) => void
  readonly children: ReactNode
}

/** At the same time: the others of the house are served as well. */
const atOnce = 4

/**
 * Names the selected rows, and does something to each. Refused ones stay selected, and the first refusal says why
 * (EA-2).
 */
export function ActOnMany({
  title,
  chosen,
  onOne,
  done,
  answers,
  onCheck,
  onClose,
  onDone,
  children,
  ...dialog
}: ActOnManyProps) {
  const ids = Object.keys(chosen)
  const [progress, setProgress] = useState<{ readonly at: number; readonly total: number } | null>(null)
  const [refused, setRefused] = useState<readonly unknown[]>([])
  /** Cancelled: those that wait are left as they are. */
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  async function run() {
    if (onCheck && !onCheck()) return
    const [succeeded, failures]: [string[], unknown[]] = [[], []]
    const waiting = [...ids]
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && !isStopped.current; id = waiting.shift()) {
        await onOne(id).then(
          () => succeeded.push(id),
          (error: unknown) => failures.push(error),
        )
        setProgress({ at: succeeded.length + failures.length, total: ids.length })
      }
    }
    setRefused([])
    setProgress({ at: 0, total: ids.length })
    await Promise.all(Array.from({ length: atOnce }, work))
    await fetchAgain(answers)
    onDone(succeeded)
    if (isStopped.current) {
      const [done, total] = [succeeded.length, ids.length].map(numberText)
      return sayDone(m.common_many_stopped({ done: done!, total: total! }))
    }
    setProgress(null)
    setRefused(failures)
    if (failures.length > 0) return
    sayDone(done)
    onClose()
  }

  return (
    <FormDialog
      {...dialog}
      title={title({ count: ids.length })}
      error={refused[0]}
      isPending={progress !== null}
      onAct={() => void run()}
      onClose={onClose}
    >
      <p>{chosenText(chosen)}</p>
      {children}
      {progress && (
        <p role="status" className="tabular">
          {m.common_many_progress({ done: numberText(progress.at), total: numberText(progress.total) })}
        </p>
      )}
      {refused.length > 0 && <p role="status">{m.common_many_refused({ count: refused.length })}</p>}
    </FormDialog>
  )
}
