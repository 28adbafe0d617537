import { zoneNames } from '@eupnea/contract/rules/zones.ts'
import { expect, it } from 'vitest'
import { findZones } from './find-zones.ts'

const options = zoneNames.map((zone) => ({ value: zone, label: zone, disabled: false }))
const find = (search: string) =>
  findZones({ options, search, limit: 5 }).map((found) => 'label' in found && found.label)

it('finds a zone by its name of today, by the one before, and by words [FA-3]', () => {
  expect(find('kolkata')).toEqual(['Asia/Kolkata'])
  expect(find('Calcutta')).toEqual(['Asia/Kolkata'])
  expect(find('kyiv')).toEqual(['Europe/Kyiv'])
  expect(find('new york')).toEqual(['America/New_York'])
  expect(find('ho chi')).toEqual(['Asia/Ho_Chi_Minh'])
  expect(find('nowhere')).toEqual([])
})
