import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, notReached } from './api-error.ts'
import { fetchAgain, queryClient } from './query.ts'

afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
  queryClient.clear()
})

it('offline a list fails and keeps what it had, and is fetched again when the network is back [LI-9] [ER-1]', async () => {
  vi.useFakeTimers()
  const answer = vi.fn(async () => 'before')
  queryClient.mount()
  const list = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: answer })
  const stop = list.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(list.getCurrentResult()).toMatchObject({ data: 'before', error: null })

  onlineManager.setOnline(false)
  answer.mockRejectedValue(notReached())
  void list.refetch()
  // Retried twice, and reported within two seconds.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(answer).toHaveBeenCalledTimes(4)
  expect(list.getCurrentResult()).toMatchObject({ data: 'before', error: { status: 0 }, fetchStatus: 'idle' })

  answer.mockResolvedValue('after')
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(list.getCurrentResult()).toMatchObject({ data: 'after', error: null })
  stop()
  queryClient.unmount()
})

it('does not ask again for what was refused [ER-1]', async () => {
  const answer = vi.fn(async () => {
    throw new ApiError(404, {})
  })
  await expect(queryClient.fetchQuery({ queryKey: ['refused'], queryFn: answer })).rejects.toMatchObject({
    status: 404,
  })
  expect(answer).toHaveBeenCalledOnce()
})
it('asks once more for a first answer that was under way when something changed', async () => {
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['readNotification', {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const unsubscribe = observer.subscribe(() => {})
  const again = fetchAgain([{ name: 'readNotification' }])
  answers[0]!('before the change')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('after it')
  await again
  expect(observer.getCurrentResult().data).toBe('after it')
  unsubscribe()
})

it('leaves the answers of other calls alone', async () => {
  queryClient.setQueryData(['listResidents', {}], 'kept')
  await fetchAgain([{ name: 'readNotification' }])
  expect(queryClient.getQueryState(['listResidents', {}])?.isInvalidated).toBe(false)
})
