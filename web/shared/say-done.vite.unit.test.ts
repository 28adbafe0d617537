import { notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { closePopUps } from './close-pop-ups.ts'
import { endSaid, sayDoneWithUndo, sayFailed, sayFailedOf, sayWhile } from './say-done.tsx'

afterEach(closePopUps)

const shown = () => notificationsStore.getState().notifications
const discharge = (of: string) => sayDoneWithUndo(of, 'Resident Discharged Successfully', 'Ada Byron', async () => '')

it('a second act on the same person can be taken back for as long as the first [RE-4]', () => {
  discharge('p1')
  const [first] = shown()
  discharge('p1')
  // Its time only restarts under a new id.
  expect(shown()).toHaveLength(1)
  expect(shown()[0]?.id).not.toBe(first?.id)
})

it('what is done to one person ends their undo and nobody else’s [RE-4]', () => {
  discharge('p1')
  discharge('p2')
  const [, second] = shown()
  endSaid('p1')
  endSaid('p1')
  expect(shown()).toEqual([second])
})

it('work that takes its time says please wait!, then that it was done, and after a failure nothing more [US-7]', async () => {
  for (const isDone of [true, false]) {
    const work = Promise.withResolvers<void>()
    const said = sayWhile('Facility access', work.promise, 'Facilities access updated successfully')
    expect(shown()).toMatchObject([{ title: 'Facility access', message: 'please wait!', loading: true }])
    if (isDone) work.resolve()
    else work.reject(new Error('refused'))
    expect(await said).toBe(isDone)
    const after = [{ title: 'Success', message: 'Facilities access updated successfully', loading: false }]
    expect(shown()).toMatchObject(isDone ? after : [])
    closePopUps()
  }
})

it('that the session is over is said at the sign-in alone [ID-6] [ER-1]', () => {
  sayFailed(new ApiError(401, { title: 'Not signed in', message: 'Sign in to continue' }))
  expect(shown()).toEqual([])
  sayFailed(new ApiError(409, { title: 'Something went wrong', message: 'Somebody was quicker' }))
  expect(shown()).toMatchObject([{ message: 'Somebody was quicker', autoClose: false }])
})

it('what failed is no longer said once the same is tried again, nor twice in the same words [ER-1] [AN-6]', () => {
  const lost = new ApiError(502, {})
  sayFailedOf('n1', lost)
  sayFailedOf('n2', lost)
  expect(shown()).toHaveLength(2)
  sayDoneWithUndo('n1', 'Acknowledged', 'High Respiratory, room 104', async () => '')
  expect(shown()).toMatchObject([{ color: 'red' }, { color: 'brand' }])
  endSaid('n2')
  sayFailed(lost)
  sayFailed(lost)
  expect(shown()).toMatchObject([{ color: 'brand' }, { color: 'red' }])
})

it('an undo that is clicked twice is sent once [RE-4] [AN-6]', async () => {
  const undo = vi.fn(async () => 'Resident readmitted successfully')
  sayDoneWithUndo('p1', 'Resident Discharged Successfully', 'Ada Byron', undo)
  const message = shown()[0]?.message as { props: { children: { props: { onClick?: () => void } }[] } }
  const click = message.props.children[1]?.props.onClick
  click?.()
  click?.()
  await vi.waitFor(() => expect(shown()).toMatchObject([{ message: 'Resident readmitted successfully' }]))
  expect(undo).toHaveBeenCalledOnce()
})
