import { expect, it, onTestFinished, vi } from 'vitest'
import { limitCalls } from './limit-calls.ts'

const tooMany = (retryAfter: number) => expect.objectContaining({ status: 429, message: 'Too many', retryAfter })

it('lets an address make 60 calls a minute, each for itself, and forgiven ones without end [RP-4] [AP-4]', () => {
  let clock = 1_000
  const limit = limitCalls('Too many', () => clock)
  for (let opening = 0; opening < 200; opening++) limit('192.0.2.1').forgive()
  for (let guess = 0; guess < 60; guess++) limit('192.0.2.1')
  clock += 20_000
  expect(() => limit('192.0.2.1')).toThrow(tooMany(40))
  limit('192.0.2.2')
  limit(null)
  clock += 40_000
  limit('192.0.2.1')
})

it('takes all addresses of an IPv6 subscriber for one [RP-4]', () => {
  const limit = limitCalls('Too many', () => 1_000)
  for (let guess = 0; guess < 60; guess++) limit(`2001:db8:0:7::${guess.toString(16)}`)
  expect(() => limit('2001:db8:0:7:ffff::1')).toThrow(tooMany(60))
  limit('2001:db8:0:8::1')
})

it('a minute is over after a minute, also when the machine’s clock was set back meanwhile', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limit = limitCalls('Too many')
  for (let call = 0; call < 60; call++) limit('192.0.2.1')
  expect(() => limit('192.0.2.1')).toThrow('Too many')
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(Date.now() - 7_200_000)
  limit('192.0.2.1')
})
