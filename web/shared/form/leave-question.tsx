import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { queryClient } from '../query.ts'
import { sessionQuery } from '../session.ts'

/**
 * Asks before leaving a changed form, by a link, the back button or closing the window.
 * @returns the dialog to render, and a function to call before leaving on purpose
 */
export function useLeaveQuestion(isChanged: boolean) {
  const isLeaving = useRef(false)
  // After being signed out, people must reach the sign-in page; asking here would keep someone else's page open.
  const holds = () => isChanged && !isLeaving.current && !!queryClient.getQueryData(sessionQuery.queryKey)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => holds() && current.pathname !== next.pathname,
    enableBeforeUnload: holds,
    withResolver: true,
  })
  const question = blocker.status === 'blocked' && <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />
  const leave = (how: () => Promise<unknown> | undefined) => {
    isLeaving.current = true
    return how()
  }
  return { question, leave }
}

/**
 * The same for a form in a dialog or drawer, which can also be closed by Escape, a tap outside or its buttons.
 * @returns what to render in it, and its props
 */
export function useCloseQuestion(isChanged: boolean, onClose: () => void) {
  const { question } = useLeaveQuestion(isChanged)
  const [isAsking, setAsking] = useState(false)
  const closing = {
    onClose: () => (isChanged ? setAsking(true) : onClose()),
    // Escape would close the question and ask it again.
    closeOnEscape: !isAsking,
  }
  return { question: isAsking ? <LeaveDialog onLeave={onClose} onStay={() => setAsking(false)} /> : question, closing }
}

function LeaveDialog({ onLeave, onStay }: { readonly onLeave: () => void; readonly onStay: () => void }) {
  return (
    <Modal opened onClose={onStay} title={m.common_leave_question()}>
      <p>{m.common_leave()}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          {m.common_leave_now()}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {m.common_leave_not()}
        </Button>
      </Group>
    </Modal>
  )
}
