import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedByGateway, messageOfToken, receiptToken } from './receipt-token.ts'

it('an address is good for one message, and nobody else makes one [AL-6]', () => {
  const id = randomUUID()
  const token = receiptToken('secret', id)
  expect(token).toMatch(/^[A-Za-z0-9_.-]{64}$/)
  expect(messageOfToken('secret', token)).toBe(id)
  expect(messageOfToken('other', token)).toBeNull()
  expect(messageOfToken('secret', token.replace(id, randomUUID()))).toBeNull()
  for (const none of ['', id, `${id}.`, `${id}.x`]) expect(messageOfToken('secret', none)).toBeNull()
})

it('knows the signature of the example in Twilio’s documentation [AL-6]', () => {
  const form = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  }
  const url = 'https://example.com/myapp.php?foo=1&bar=2'
  expect(isSignedByGateway('12345', url, form, 'L/OH5YylLD5NRKLltdqwSvS0BnU=')).toBe(true)
  expect(isSignedByGateway('12345', url, { ...form, Digits: '9' }, 'L/OH5YylLD5NRKLltdqwSvS0BnU=')).toBe(false)
})
