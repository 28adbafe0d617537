import { expect, it } from 'vitest'
import { nameWithRoom } from '../residents/resident-name.ts'
import { beside, countText, floorText, placeText } from './words.ts'

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

it('says no word twice for a room that is called one [FA-2]', () => {
  const rooms = ['12', 'Room 12', 'room  12b', 'ROOM beside the garden', 'Roomy', 'Room']
  expect(rooms.map((room) => placeText(room, null))).toEqual([
    'Room 12',
    'Room 12',
    'Room 12b',
    'Room beside the garden',
    'Room Roomy',
    'Room Room',
  ])
  expect(nameWithRoom({ first_name: 'Ada', last_name: 'Byron', preferred_name: '', room: 'Room 12' })).toBe(
    'Ada Byron, room 12',
  )
})

it('counts one, and many in the plural', () => {
  expect([countText(1, 'device'), countText(4_000, 'device'), countText(2, 'address', 'addresses')]).toEqual([
    '1 device',
    '4,000 devices',
    '2 addresses',
  ])
})

it('keeps a room and a name written from right to left in their order [DA-7]', () => {
  expect(beside('Room 12', 'Ada Byron')).toBe('Room 12 · Ada Byron')
  expect(beside('Room 12א', '', null, 'שרה כהן')).toBe('\u2068Room 12א\u2069 · \u2068שרה כהן\u2069')
})
