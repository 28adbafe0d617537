import { expect, it } from 'vitest'
import { createTypedAhead } from './typed-ahead.ts'

const key = (name: string, held: Partial<KeyboardEvent> = {}) =>
  ({ ctrlKey: false, metaKey: false, altKey: false, ...held, key: name }) as KeyboardEvent

it('keeps what is typed until the search takes it, and nothing before or after [EA-1]', () => {
  const typed = createTypedAhead()
  expect(typed.add(key('a'))).toBe(false)
  typed.begin()
  expect(['a', 'b', 'x', 'Backspace', ' ', 'Shift', 'c'].map((name) => typed.add(key(name)))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    true,
  ])
  expect(typed.add(key('v', { ctrlKey: true }))).toBe(false)
  expect(typed.add(key('Enter'))).toBe(true)
  expect(typed.add(key('d'))).toBe(false)
  expect(typed.take()).toEqual({ text: 'ab c', isEntered: true })
  expect(typed.add(key('e'))).toBe(false)
  expect(typed.take()).toEqual({ text: '', isEntered: false })
})

it('opens nothing by Enter alone [EA-1]', () => {
  const typed = createTypedAhead()
  typed.begin()
  typed.add(key('Enter'))
  expect(typed.take()).toEqual({ text: '', isEntered: false })
})
