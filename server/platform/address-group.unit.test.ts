import { expect, it } from 'vitest'
import { addressGroup } from './address-group.ts'

it('takes all addresses of an IPv6 subscriber for one [ID-9]', () => {
  expect(addressGroup('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64')
  expect(addressGroup('2001:0DB8:0000:0007:ffff::1')).toBe('2001:db8:0:7::/64')
  expect(addressGroup('::1')).toBe('0:0:0:0::/64')
  expect(addressGroup('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(addressGroup('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64')
  expect(addressGroup('::ffff:10.1.2.3')).toBe('10.1.2.3')
  expect(addressGroup('10.1.2.3')).toBe('10.1.2.3')
})
