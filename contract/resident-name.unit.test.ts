import { expect, it } from 'vitest'
import { cardName, residentName, searchedNames } from './resident-name.ts'

const ada = { first_name: 'Ada', last_name: 'Byron', preferred_name: '' }
const addie = { ...ada, preferred_name: 'Addie' }

it('writes a resident the same way everywhere, and what staff say on a card [RE-2] [DA-1]', () => {
  expect([residentName(ada), cardName(ada)]).toEqual(['Ada Byron', 'Byron, Ada'])
  expect([residentName(addie), cardName(addie)]).toEqual(['Ada “Addie” Byron', 'Byron, Addie'])
  expect(residentName({ first_name: '', last_name: 'Byron' })).toBe('Byron')
})

it('finds a resident by either name, either way round [RE-1]', () => {
  for (const text of ['Ada Byron', 'Byron Ada', 'Addie Byron', 'Byron Addie'])
    expect(searchedNames(addie)).toContain(text)
})
