import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
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
  const question = blocker.status === 'blocked' && (
    <Modal opened onClose={blocker.reset} title={m.common_leave_question()}>
      <p>{m.common_leave()}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={blocker.proceed}>
          {m.common_leave_now()}
        </Button>
        <Button onClick={blocker.reset} data-autofocus>
          {m.common_leave_not()}
        </Button>
      </Group>
    </Modal>
  )
  const leave = (how: () => Promise<unknown> | undefined) => {
    isLeaving.current = true
    return how()
  }
  return { question, leave }
}
