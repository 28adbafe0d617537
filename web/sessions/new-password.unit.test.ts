import { expect, it } from 'vitest'
import { codeFault, codeOf, faultsOf } from './new-password.ts'

it.each([
  ['', '', { password: 'Enter a new password' }],
  ['elevenchars', '', { password: 'Use at least 12 characters: 1 more' }],
  ['twelve chars', '', { repeated: 'Enter the new password again' }],
  ['twelve chars', 'twelve Chars', { repeated: 'The passwords don’t match' }],
  ['twelve chars', 'twelve chars', {}],
])('of %j and %j it says %j [ID-2] [ID-9]', (password, repeated, faults) => {
  expect(faultsOf({ password, repeated })).toEqual(faults)
})

it('takes a code with the spaces it was sent or pasted with [ID-3] [ID-4]', () => {
  expect(codeOf(' 123 456 ')).toBe('123456')
  expect(codeFault('123-456')).toBeUndefined()
  for (const typed of ['', '12345', '1234567', '12345a']) expect(codeFault(typed), typed).toBeTruthy()
})
