import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { attachmentName, documentFault } from './documents.ts'

it('says what is wrong with a document before it is sent [NO-2] [RE-2] [FI-2]', () => {
  const fault = (type: string, size: number) => documentFault({ type, size })
  expect(fault('application/pdf', 20 * 1_048_576)).toBeUndefined()
  expect(fault('', 1)).toBeUndefined()
  expect(fault('image/heic', 1)).toBe(m.file_type_refused())
  expect(fault('image/png', 0)).toContain('empty')
  expect(fault('image/png', 20 * 1_048_576 + 1)).toContain('20.1 MB')
})

it('names an attachment by base name, member id and last-modified time, joined by hyphens [NO-2]', () => {
  expect(attachmentName('wound.pdf', 'm-1', 1_700_000_000_000)).toBe('wound-m-1-1700000000000')
  expect(attachmentName('Left heel 2.3.jpeg', 'm', 0)).toBe('Left heel 2.3-m-0')
  expect(attachmentName('傷.pdf', 'm', 5)).toBe('傷-m-5')
  expect(attachmentName('no ending', 'm', 5)).toBe('no ending-m-5')
})

it('lets no name be more than a name [NO-2] [FI-2]', () => {
  const base = (name: string) => attachmentName(name, 'm', 1).slice(0, -'-m-1'.length)
  expect(base('../../etc/passwd')).toBe('passwd')
  expect(base('C:\\Users\\ada\\scan.pdf')).toBe('scan')
  expect(base('.htaccess')).toBe('attachment')
  expect(base('..')).toBe('attachment')
  expect(base('/')).toBe('attachment')
  expect(base('')).toBe('attachment')
  expect(base('a\u0000b\r\nset-cookie: x.pdf')).toBe('abset-cookie x')
  expect(base('invoice\u202Efdp.exe')).toBe('invoicefdp')
  expect(base('\uD800.pdf')).toBe('attachment')
  expect(base('<script>.png')).toBe('script')
  expect([...base(`${'𝒳'.repeat(300)}.pdf`)]).toHaveLength(100)
  expect(base('  spaced  .pdf')).toBe('spaced')
})
