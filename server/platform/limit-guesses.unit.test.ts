import { expect, it } from 'vitest'
import { PortalError } from './errors.ts'
import { limitGuesses } from './limit-guesses.ts'

it('lets an address try 60 wrong links a minute, and good ones without end [RP-4]', () => {
  let clock = 1_000
  const limit = limitGuesses(() => clock)
  for (let opening = 0; opening < 200; opening++) limit('192.0.2.1').forgive()
  for (let guess = 0; guess < 60; guess++) limit('192.0.2.1')
  const refusal = (() => {
    try {
      limit('192.0.2.1')
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(PortalError)
  expect(refusal).toMatchObject({ status: 429, retryAfter: 60 })
  limit('192.0.2.2')
  clock += 60_000
  limit('192.0.2.1')
})
