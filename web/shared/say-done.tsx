import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError, describeError } from './api-error.ts'
import './say-done.css'

/** Pop-ups that say how an act went (ER-1). */

/** At the top these would lie over the buttons that were just pressed. */
const place = () => ({ position: 'bottom-right', closeButtonProps: { 'aria-label': m.common_close() } }) as const

/** As long as a person may need to notice a slip. */
const undoMs = 15_000

/** A text of the contract: its words alone, or with a title of its own. */
export type Done = string | { readonly title: string; readonly message: string }

const wordsOf = (done: Done) => (typeof done === 'string' ? { title: m.common_success_title(), message: done } : done)

/** Says that something was done. */
export function sayDone(done: Done): void {
  notifications.show({ ...place(), ...wordsOf(done), color: 'brand' })
}

/** Says why something was not done; stays until it is closed. */
export function sayFailed(error: unknown): void {
  // That the session is over is said at the sign-in, where this would stay for the next person (ID-6).
  if (error instanceof ApiError && error.status === 401) return
  notifications.show({ ...place(), color: 'red', autoClose: false, ...describeError(error) })
}

/**
 * Says `please wait!` until the work ends, then that it was done (US-7). A failure is the caller's to show, beside
 * what was chosen.
 * @returns whether it was done
 */
export async function sayWhile(title: string, work: Promise<unknown>, done: Done): Promise<boolean> {
  const id = notifications.show({
    ...place(),
    title,
    message: m.common_please_wait(),
    loading: true,
    autoClose: false,
    role: 'status',
  })
  try {
    await work
    notifications.update({ ...place(), id, ...wordsOf(done), color: 'brand', loading: false, autoClose: 4_000 })
    return true
  } catch {
    notifications.hide(id)
    return false
  }
}

/** On the screen with an undo: their ids by what it was done to. */
const undos = new Map<string, string>()

/**
 * Says what was done, with a button to take it back.
 * @param of identifier of what it was done to: the next act on the same makes this one void
 * @param who whom it was done to, for those who hear the button's name alone
 * @param undo takes it back and returns what to say then
 */
export function sayDoneWithUndo(of: string, done: Done, who: string, undo: () => Promise<Done>): void {
  endUndo(of)
  async function takeBack() {
    notifications.hide(id)
    try {
      sayDone(await undo())
    } catch (error) {
      sayFailed(error)
    }
  }
  const { title, message } = wordsOf(done)
  // An id of its own each time: one that is shown again under its old id keeps the time that has run.
  const id = notifications.show({
    ...place(),
    title,
    color: 'brand',
    autoClose: undoMs,
    onClose: () => undos.get(of) === id && undos.delete(of),
    message: (
      <span className="said-with-undo">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={m.common_undo_label({ what: who })}
          onClick={() => void takeBack()}
        >
          {m.common_undo()}
        </Button>
      </span>
    ),
  })
  undos.set(of, id)
}

/** What was done to it can no longer be taken back: something else was done since. */
export function endUndo(of: string): void {
  const id = undos.get(of)
  if (id !== undefined) notifications.hide(id)
}
