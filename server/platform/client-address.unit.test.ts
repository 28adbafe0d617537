import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

it('believes as many proxies as there are, counted from the end [AP-5]', () => {
  const request = (forwarded?: string) =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } }) as unknown as IncomingMessage
  expect(clientAddress(request('1.1.1.1, 2.2.2.2'), 0)).toBe('10.0.0.1')
  expect(clientAddress(request('1.1.1.1, 2.2.2.2'), 1)).toBe('2.2.2.2')
  expect(clientAddress(request('1.1.1.1,2.2.2.2'), 5)).toBe('1.1.1.1')
  expect(clientAddress(request(), 1)).toBe('10.0.0.1')
})
