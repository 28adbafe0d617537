import { describe, expect, it } from 'vitest'
import { createThrottle } from './throttle.ts'

const minute = 60_000

describe('throttle', () => {
  it('blocks an account after ten failures and frees it five minutes after the first [ID-9]', () => {
    let now = 0
    const throttle = createThrottle(() => now)
    for (let at = 0; at < 10; at++) throttle.begin('a@b.c', `10.0.0.${at}`)
    now = 2 * minute
    expect(() => throttle.begin('a@b.c', '10.0.0.99')).toThrow(
      expect.objectContaining({ status: 429, retryAfter: 180 }),
    )
    throttle.begin('other@b.c', '10.0.0.99')
    now = 5 * minute
    throttle.begin('a@b.c', '10.0.0.99')
  })

  it('forgets the failures of an account that signs in [ID-9]', () => {
    const throttle = createThrottle(() => 0)
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 9; at++) throttle.begin('a@b.c', null)
      throttle.begin('a@b.c', null).succeed()
    }
  })

  it('blocks an address after fifty failures over many accounts, not after successes or faults of ours [ID-9]', () => {
    const throttle = createThrottle(() => 0)
    for (let at = 0; at < 200; at++) throttle.begin(`good${at}@b.c`, '10.0.0.1').succeed()
    for (let at = 0; at < 200; at++) throttle.begin(`fault${at}@b.c`, '10.0.0.1').cancel()
    for (let at = 0; at < 50; at++) throttle.begin(`bad${at}@b.c`, '10.0.0.1')
    expect(() => throttle.begin('new@b.c', '10.0.0.1')).toThrow(expect.objectContaining({ status: 429 }))
    throttle.begin('new@b.c', '10.0.0.2')
  })

  it('does not charge an attempt that it refuses [ID-9]', () => {
    let now = 0
    const throttle = createThrottle(() => now)
    for (let at = 0; at < 10; at++) throttle.begin('a@b.c', null)
    for (let at = 0; at < 60; at++) expect(() => throttle.begin('a@b.c', null)).toThrow()
    throttle.begin('other@b.c', null)
    now = 5 * minute
    throttle.begin('a@b.c', null)
  })
})
