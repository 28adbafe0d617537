import { expect, it } from 'vitest'
import { floorText, placeText } from './place-text.ts'

it('says what kind of thing a bare number is [FA-2]', () => {
  expect(['1', 'B2', '-1', '3a', 'Ground', '2nd floor'].map(floorText)).toEqual([
    'Floor 1',
    'Floor B2',
    'Floor -1',
    'Floor 3a',
    'Ground',
    '2nd floor',
  ])
  expect(placeText('12', 'Ground')).toBe('Room 12 · Ground')
  expect(placeText('', null)).toBe('')
})
