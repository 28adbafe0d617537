import { defaultLocale, setPageLocale } from '@eupnea/texts/locale.ts'
import { afterEach, expect, it } from 'vitest'
import { timeInput } from './time-input.ts'

afterEach(() => setPageLocale(defaultLocale))

it('shows what a field for dates or times holds as the rest of the page does [SH-21]', () => {
  const shown = () =>
    (['2026-03-04', '15:06', '2026-03-04T15:06'] as const).map(
      (value, at) => timeInput((['date', 'time', 'datetime-local'] as const)[at]!, value)['data-shown'],
    )
  expect(shown()).toEqual(['4 Mar 2026', '15:06', '4 Mar 2026, 15:06'])
  setPageLocale('en-US')
  expect(shown()).toEqual(['03/04/2026', '3:06 PM', '03/04/2026, 3:06 PM'])
})

it('shows a prompt in an empty date or time field, and the browser’s own text in a half-filled one [SH-21]', () => {
  expect(timeInput('date', '')).toMatchObject({ value: '', 'data-shown': 'Choose a date', 'data-empty': true })
  expect(timeInput('time', '')).toMatchObject({ 'data-shown': 'Choose a time' })
  for (const type of ['time', 'datetime-local', 'date'] as const)
    for (const value of ['x', '2026-13-40']) expect(timeInput(type, value)['data-shown']).toBeUndefined()
})
