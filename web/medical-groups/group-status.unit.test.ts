import { expect, it } from 'vitest'
import { statusOf, statusText } from './group-status.ts'

it('goes from loading to success and back to nothing [MG-1]', () => {
  const idle = { isPending: false, isSuccess: false }
  const all = [{ ...idle, isPending: true }, { ...idle, isSuccess: true }, idle].map(statusOf)
  expect(all).toEqual(['loading', 'success', null])
  expect(all.map(statusText)).toEqual(['Saving', 'Saved', ''])
})
