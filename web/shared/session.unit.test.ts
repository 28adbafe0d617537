import { afterEach, expect, it } from 'vitest'
import { queryClient } from './query.ts'
import { keyFor } from './sent-again.ts'
import { setSession } from './session.ts'

afterEach(() => queryClient.clear())

it('keeps nothing of what a person read or sent once they have left the screen [ID-6]', async () => {
  setSession({ id: 'u1' } as Parameters<typeof setSession>[0])
  queryClient.setQueryData(['listResidents', {}], { items: [{ first_name: 'Ada' }] })
  queryClient.setQueryData(['searchText', 'residents'], 'Ada')
  await queryClient
    .getMutationCache()
    .build<unknown, Error, unknown, unknown>(queryClient, { mutationFn: async () => ({}) })
    .execute({ note: 'Ada slept badly' })
  const key = keyFor('createNote Ada slept badly')
  expect(keyFor('createNote Ada slept badly')).toBe(key)
  setSession(null)
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]),
  ).toEqual(['readSession'])
  expect(queryClient.getMutationCache().getAll()).toEqual([])
  expect(keyFor('createNote Ada slept badly')).not.toBe(key)
})
