import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createOutgoing } from './outgoing.ts'

const outgoing = createOutgoing(['engine.hospital.example', '10.1.1.1'])
const refusal = (url: string, mayBePrivate = false) => outgoing.refusal({ url, mayBePrivate })
const privateOnes = (hosts: readonly string[]) => hosts.filter((host) => refusal(`https://${host}/x`) === 'private')

it('calls no inner address for who is not Superadmin, however it is written [DO-7] [EH-2]', () => {
  const inner = [
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '240.0.0.1'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'portal.localhost', '127.0.0.1', '127.0.0.1.', '127.255.0.9'],
    // decimal, octal, hexadecimal, shortened, full width
    ...['2130706433', '017700000001', '0x7f000001', '0x7f.1', '127.1', '0177.0.0.1', '１２７.0.0.1', '3232235777'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[fd00::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[5f00::1]'],
    // IPv4 within IPv6: mapped, compatible, translated, NAT64, 6to4 and Teredo
    ...['[::ffff:10.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::10.0.0.1]', '[::ffff:0:10.0.0.1]'],
    ...['[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[2001::1]'],
  ]
  expect(privateOnes(inner)).toEqual(inner)
  // Nobody's system is there, so not for a Superadmin either.
  for (const host of ['169.254.169.254', '0.0.0.0', '[fe80::1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::a00:1]', '224.0.0.1'])
    expect(refusal(`https://${host}/x`, true), host).toBe('private')
})

it('calls https on public addresses, and what the operator or a Superadmin named [DO-7] [EH-2]', () => {
  const open = [
    '93.184.216.34',
    '[2606:2800:220:1::1]',
    '[2001:4860:4860::8888]',
    '[64:ff9c::1]',
    'ehr.example',
    '10.1.1.1',
  ]
  expect(open.filter((host) => refusal(`https://${host}/x`) !== null)).toEqual([])
  expect(refusal('http://engine.hospital.example./x')).toBeNull()
  for (const house of ['localhost:3000', '127.0.0.1', '[::1]', '10.0.0.1', '[fd00::1]', 'engine.lan'])
    expect(refusal(`http://${house}/x`, true), house).toBeNull()
  expect(refusal('http://ehr.example/x')).toBe('insecure')
  expect(refusal('http://93.184.216.34/x', true)).toBe('insecure')
  for (const url of [
    'ftp://ehr.example',
    'https://a:b@ehr.example',
    'https://ehr.example/#a',
    'gopher://x',
    'no address',
  ])
    expect(refusal(url, true)).toBe('wrong')
})

/** A resolver that answers each look-up with the next of `answers`. */
function resolving(...answers: readonly string[][]) {
  let asked = 0
  const resolve = (_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      answers[Math.min(asked++, answers.length - 1)]!.map((address) => ({ address, family: 4 })),
    )
  return { names: createOutgoing([], resolve as never), asked: () => asked }
}

async function serverOnLoopback() {
  let calls = 0
  const server = http.createServer((_request, response) => {
    calls++
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { port, calls: () => calls, close: () => server.close() }
}

const get = (url: string, lookup: http.RequestOptions['lookup']) =>
  new Promise<unknown>((settle) => {
    http.get(url, { agent: false, lookup }, (answer) => settle(answer.statusCode)).on('error', settle)
  })

it('reaches no server on loopback through a name, also when the name answers otherwise later [DO-7]', async () => {
  const inside = await serverOnLoopback()
  const { names, asked } = resolving(['93.184.216.34'], ['127.0.0.1'])
  const address = { url: `https://rebinding.example:${inside.port}/`, mayBePrivate: false }
  expect(await names.refusalNow(address)).toBeNull()
  const plain = `http://rebinding.example:${inside.port}/`
  expect(await get(plain, names.lookup(address))).toMatchObject({ code: 'EPRIVATE', refusal: 'private' })
  expect(asked()).toBe(2)
  const mixed = resolving(['93.184.216.34', '127.0.0.1']).names
  expect(await get(plain, mixed.lookup(address))).toMatchObject({ refusal: 'private' })
  expect(inside.calls()).toBe(0)
  // One look-up for one call, and the call goes where that led.
  const trusted = resolving(['127.0.0.1'], ['192.0.2.1'])
  expect(await get(plain, trusted.names.lookup({ url: plain, mayBePrivate: true }))).toBe(200)
  expect(trusted.asked()).toBe(1)
  inside.close()
})
