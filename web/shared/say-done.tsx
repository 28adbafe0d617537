import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { ApiError, describeError } from './api-error.ts'
import styles from './say-done.module.css'

/** Pop-ups that report the result of an action (ER-1). */

/** At the top, they would cover the buttons just pressed. */
const place = { position: 'bottom-right' } as const

/** As long as people may need to notice a slip, ms. */
const undoMs = 15_000

/** A text from the contract: just its words, or with a title of its own. */
export type Done = string | { readonly title: string; readonly message: string }

const wordsOf = (done: Done) => (typeof done === 'string' ? { title: m.common_success_title(), message: done } : done)

/** Reports that something was done. */
export function sayDone(done: Done): void {
  notifications.show({ ...place, ...wordsOf(done), color: 'brand' })
}

/** Pop-ups on screen that the next action ends: their ids by what was acted on, or by their words. */
const said = new Map<string, string>()

function sayUntilNext(of: string, pop: NotificationData): string {
  endSaid(of)
  // A new id each time: shown again under its old id, it would keep the time that has already run.
  const id = notifications.show({ ...place, ...pop, onClose: () => said.get(of) === id && said.delete(of) })
  said.set(of, id)
  return id
}

/** Something else is done: its undo is no longer possible, and its failure no longer true. */
export function endSaid(of: string): void {
  const id = said.get(of)
  if (id !== undefined) notifications.hide(id)
}

/** Reports why something wasn't done; stays until it is closed, or said again. */
export const sayFailed = (error: unknown): void => sayFailedOf(describeError(error).message, error)

/** Reports that something failed whose form or dialog is no longer there to say so. @param what its title */
export function sayFailedAfterLeaving(what: string, error: unknown): void {
  const { message } = describeError(error)
  sayFailedOf(message, error, m.common_left_failed({ what }))
}

/** @param of identifier of what was to be changed: the next action on it closes this pop-up */
export function sayFailedOf(of: string, error: unknown, title = describeError(error).title): void {
  // The end of a session is reported at the sign-in; here it would stay for the next person (ID-6).
  if (error instanceof ApiError && error.status === 401) return
  sayUntilNext(of, { color: 'red', autoClose: false, title, message: describeError(error).message })
}

/**
 * Shows `please wait!` until the work ends, then that it was done (US-7). The caller shows failures, beside what was
 * chosen.
 * @returns whether it was done
 */
export async function sayWhile(title: string, work: Promise<unknown>, done: Done): Promise<boolean> {
  const id = notifications.show({
    ...place,
    title,
    message: m.common_please_wait(),
    loading: true,
    autoClose: false,
    role: 'status',
  })
  try {
    await work
    notifications.update({ ...place, id, ...wordsOf(done), color: 'brand', loading: false, autoClose: 4_000 })
    return true
  } catch {
    notifications.hide(id)
    return false
  }
}

/**
 * Reports what was done, with an undo button.
 * @param of identifier of what was changed: the next action on it closes this pop-up
 * @param who whom it was done to, for people who only hear the button's name
 * @param undo reverts it and returns what to say then
 * @param stayMs how long it can be undone
 */
export function sayDoneWithUndo(of: string, done: Done, who: string, undo: () => Promise<Done>, stayMs = undoMs): void {
  let isTakenBack = false
  async function takeBack() {
    // While it disappears, it can still be clicked.
    if (isTakenBack) return
    isTakenBack = true
    notifications.hide(id)
    try {
      sayDone(await undo())
    } catch (error) {
      sayFailedOf(of, error)
    }
  }
  const { title, message } = wordsOf(done)
  const id = sayUntilNext(of, {
    title,
    color: 'brand',
    autoClose: stayMs,
    message: (
      <span className={styles.saidWithUndo}>
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
}
