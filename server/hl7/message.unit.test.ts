import { expect, it } from 'vitest'
import { Hl7Refusal, messageOf } from './index.ts'

it('reads a message by the separators that it names, and its escapes [EH-5]', () => {
  const message = messageOf('MSH#@*!%#CALLS####2026##ORA@R41#1#P#2.6\nOBR#1#a!F!b@X*c%d##\nOBX#1\nOBX#2')
  expect(message.header).toMatchObject({ application: 'CALLS', type: 'ORA', event: 'R41', controlId: '1' })
  expect(message.of('OBR')?.(2)).toBe('a#b')
  expect(message.identifiers('OBR', 2)).toEqual(['a#b', 'X', 'c', 'd'])
  expect(message.identifiers('OBR', 29)).toEqual([])
  expect(message.all('OBX').map((obx) => obx(1))).toEqual(['1', '2'])
  expect(message.of('MSA')).toBeUndefined()
})

it.each(['', 'GET / HTTP/1.1', 'MSH', 'MSH|^~\\&', 'PID|1\rMSH|^~\\&|'])(
  'refuses %j, which is no message [EH-5]',
  (text) => {
    expect(() => messageOf(text)).toThrow(Hl7Refusal)
  },
)
