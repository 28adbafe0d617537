import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../query.ts'
import { sessionQuery } from '../session.ts'

/**
 * Asks before leaving a changed form, by a link, the back button or closing the window.
 * @param isSending it's being saved, which leaving doesn't stop
 * @returns the dialog to render, and a function to call before leaving on purpose
 */
export function useLeaveQuestion(isChanged: boolean, isSending: boolean) {
  const isLeaving = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
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
    <LeaveDialog isSending={isSending} onLeave={blocker.proceed} onStay={blocker.reset} />
  )
  const leave = (how: () => Promise<unknown> | undefined) => {
    // Whoever has left meanwhile is elsewhere, and stays there.
    if (isGone.current) return
    isLeaving.current = true
    return how()
  }
  return { question, leave }
}

/**
 * The same for a form in a dialog or drawer, which can also be closed by Escape, a tap outside or its buttons.
 * @returns what to render in it, and its props
 */
export function useCloseQuestion(isChanged: boolean, isSending: boolean, onClose: () => void) {
  const { question } = useLeaveQuestion(isChanged, isSending)
  const [isAsking, setAsking] = useState(false)
  const closing = {
    onClose: () => (isChanged ? setAsking(true) : onClose()),
    // Escape would close the question and ask it again.
    closeOnEscape: !isAsking,
  }
  const own = <LeaveDialog isSending={isSending} onLeave={onClose} onStay={() => setAsking(false)} />
  return { question: isAsking ? own : question, closing }
}

interface LeaveDialogProps {
  readonly isSending: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

function LeaveDialog({ isSending, onLeave, onStay }: LeaveDialogProps) {
  return (
    <Modal opened onClose={onStay} title={isSending ? m.common_leave_sending_question() : m.common_leave_question()}>
      <p>{isSending ? m.common_leave_sending() : m.common_leave()}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          {isSending ? m.common_leave_sending_now() : m.common_leave_now()}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {isSending ? m.common_leave_sending_not() : m.common_leave_not()}
        </Button>
      </Group>
    </Modal>
  )
}
