import { BlockList, isIP } from 'node:net'

/** Addresses and networks, as a sender's settings have them. */
export function addressesOf(ranges: readonly string[]): { has(address: string): boolean } {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  // An IPv4 caller of a socket for both is written as IPv6; BlockList knows that form.
  return { has: (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') }
}
