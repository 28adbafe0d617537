import { expect, it } from 'vitest'
import { userName } from './user-name.ts'

it('writes a user the same way everywhere [US-3]', () => {
  expect(userName({ first_name: 'Nora', last_name: 'Night' })).toBe('Nora Night')
  expect(userName({ first_name: 'Nora', last_name: '' })).toBe('Nora')
  expect(userName({ first_name: '', last_name: 'Night' })).toBe('Night')
})
