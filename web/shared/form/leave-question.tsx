import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../query.ts'
import { sayFailedAfterLeaving } from '../say-done.tsx'
import { sessionQuery } from '../session.ts'
import { useWhileHere } from '../while-here.ts'

const whoIsSignedIn = () => queryClient.getQueryData(sessionQuery.queryKey)?.id

/** What is being sent now: if it fails, a pop-up says so, to whoever sent it. @param what title of its form or dialog */
function sayIfItFails(what: string): void {
  const who = whoIsSignedIn()
  const mutations = queryClient.getMutationCache()
  const sent = new Set(mutations.findAll({ status: 'pending' }))
  const stop = mutations.subscribe(({ mutation }) => {
    if (!mutation || mutation.state.status === 'pending' || !sent.delete(mutation)) return
    if (sent.size === 0) stop()
    const { error } = mutation.state
    if (error && whoIsSignedIn() === who) sayFailedAfterLeaving(what, error)
  })
}

/**
 * Asks before leaving a changed form, by a link, the back button or closing the window.
 * @param isSending it's being saved, which leaving doesn't stop
 * @param what the form's title
 * @param lost what leaving loses while it's being saved
 * @returns the dialog to render, and a function to call before leaving on purpose
 */
export function useLeaveQuestion(
  isChanged: boolean,
  isSending: boolean,
  what: string,
  lost = m.common_leave_sending(),
) {
  const isLeaving = useRef(false)
  const sending = useRef<string | null>(null)
  sending.current = isSending ? what : null
  useEffect(() => {
    return () => {
      if (sending.current !== null) sayIfItFails(sending.current)
    }
  }, [])
  // After being signed out, people must reach the sign-in page; asking here would keep someone else's page open.
  const holds = () => isChanged && !isLeaving.current && !!queryClient.getQueryData(sessionQuery.queryKey)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => holds() && current.pathname !== next.pathname,
    enableBeforeUnload: holds,
    withResolver: true,
  })
  const question = blocker.status === 'blocked' && (
    <LeaveDialog lost={isSending && lost} onLeave={blocker.proceed} onStay={blocker.reset} />
  )
  const leave = useWhileHere((how: () => Promise<unknown> | undefined) => {
    isLeaving.current = true
    return how()
  })
  return { question, leave }
}

/**
 * The same for a form in a dialog or drawer, which can also be closed by Escape, a tap outside or its buttons.
 * @returns what to render in it, and its props
 */
export function useCloseQuestion(
  isChanged: boolean,
  isSending: boolean,
  what: string,
  onClose: () => void,
  lost = m.common_leave_sending(),
) {
  const { question } = useLeaveQuestion(isChanged, isSending, what, lost)
  const [isAsking, setAsking] = useState(false)
  const closing = {
    onClose: () => (isChanged ? setAsking(true) : onClose()),
    // Escape would close the question and ask it again.
    closeOnEscape: !isAsking,
  }
  const own = <LeaveDialog lost={isSending && lost} onLeave={onClose} onStay={() => setAsking(false)} />
  return { question: isAsking ? own : question, closing }
}

interface LeaveDialogProps {
  /** what leaving loses while it's being saved; false: it isn't */
  readonly lost: string | false
  readonly onLeave: () => void
  readonly onStay: () => void
}

function LeaveDialog({ lost, onLeave, onStay }: LeaveDialogProps) {
  return (
    <Modal opened onClose={onStay} title={lost ? m.common_leave_sending_question() : m.common_leave_question()}>
      <p>{lost || m.common_leave()}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          {lost ? m.common_leave_sending_now() : m.common_leave_now()}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {lost ? m.common_leave_sending_not() : m.common_leave_not()}
        </Button>
      </Group>
    </Modal>
  )
}
