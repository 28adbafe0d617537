import { expect, it } from 'vitest'
import { createAddressRules } from './address-rules.ts'

const { refusal } = createAddressRules(['10.1.1.1'])
const refused = (addresses: string[]) => addresses.filter((address) => refusal(`https://${address}/fhir`) !== null)

it('goes to no private address, however it is written [EH-2]', () => {
  const inner = [
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '[::]', '[fd00::1]'],
    // IPv4 within IPv6: mapped, compatible, translated, 6to4 and Teredo
    ...['[::ffff:10.0.0.1]', '[::10.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[2001::1]'],
    ...['[::ffff:0:10.0.0.1]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
  ]
  expect(refused(inner)).toEqual(inner)
})

it('goes to public addresses, and to those that the operator allows [EH-2]', () => {
  const open = ['93.184.216.34', '[2606:2800:220:1::1]', '[2001:4860:4860::8888]', '[64:ff9c::1]', '10.1.1.1', '[::1]']
  expect(refused(open)).toEqual([])
})
