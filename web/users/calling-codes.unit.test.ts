import { expect, it } from 'vitest'
import { contactOf, countryOptions, homeCountry, splitContact } from './calling-codes.ts'

it('joins the chosen code and the number, and sends nothing for no number [US-4]', () => {
  expect(contactOf('GB', '07700 900123')).toBe('+447700900123')
  expect(contactOf('US', '(212) 555-0147')).toBe('+12125550147')
  expect(contactOf('IT', '06 1234567')).toBe('+39061234567')
  expect(contactOf('GB', '+49 151 2345678')).toBe('+491512345678')
  expect(contactOf('GB', '0049 151 2345678')).toBe('+491512345678')
  expect(contactOf('GB', ' ')).toBe('')
  expect(contactOf('', '')).toBe('')
})

it('takes a kept contact apart again, with the longest code that fits [US-5]', () => {
  expect(splitContact('+447700900123')).toEqual({ country: 'GB', number: '7700900123' })
  expect(splitContact('+12125550147')).toEqual({ country: 'US', number: '2125550147' })
  expect(splitContact('+18765550147')).toEqual({ country: 'JM', number: '5550147' })
  expect(splitContact('+77012345678')).toEqual({ country: 'KZ', number: '012345678' })
  expect(splitContact('+9991234567')).toEqual({ country: '', number: '+9991234567' })
  expect(splitContact(null)).toEqual({ country: '', number: '' })
})

it('keeps every contact as it was when nothing is changed [US-5]', () => {
  for (const { value } of countryOptions) {
    for (const digits of ['7123456', '0123456']) {
      const contact = contactOf(value, digits)
      const { country, number } = splitContact(contact)
      expect(contactOf(country, number)).toBe(contact)
    }
  }
  const { country, number } = splitContact('+4407700900123')
  expect(contactOf(country, number)).toBe('+4407700900123')
  expect(contactOf('', '+9991234567')).toBe('+9991234567')
})

it('suggests the country of the browser', () => {
  expect(homeCountry(['de', 'en-GB'])).toBe('GB')
  expect(homeCountry(['zh-Hant-TW'])).toBe('TW')
  expect(homeCountry(['en', 'eo-ZZ'])).toBe('')
})
