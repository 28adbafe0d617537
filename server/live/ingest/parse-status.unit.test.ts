import { expect, it } from 'vitest'
import { parseStatus } from './parse-status.ts'

const status = { online: true, fw_version: '1.2.3' }

it('reads what a device says of itself, and null of what is no status [DE-7] [LI-6]', () => {
  expect(parseStatus(Buffer.from(JSON.stringify(status)))).toMatchObject(status)
  for (const text of ['', 'online', '[]', '{"online":"yes"}', '{"online":true,"fw_version":7}'])
    expect(parseStatus(Buffer.from(text)), text).toBeNull()
  expect(parseStatus(Buffer.from([0x7b, 0xff, 0x7d]))).toBeNull()
})

it('does not parse megabytes that call themselves a status: everybody else would wait for it [LI-1]', () => {
  expect(parseStatus(Buffer.from(`${' '.repeat(1_000_000)}${JSON.stringify(status)}`))).toBeNull()
})
