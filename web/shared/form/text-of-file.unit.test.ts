import { expect, it } from 'vitest'
import { textOfFile } from './text-of-file.ts'

const wide = (text: string) => [...text].flatMap((char) => [char.charCodeAt(0) & 0xff, char.charCodeAt(0) >> 8])

it('reads names as spreadsheets write them, whatever the encoding [EA-4]', async () => {
  const text = 'Zoë,Müller,O’Neil'
  expect(await textOfFile(new Blob([text]))).toBe(text)
  expect(await textOfFile(new Blob([`\uFEFF${text}`]))).toBe(text)
  expect(await textOfFile(new Blob([new Uint8Array([0xff, 0xfe, ...wide(text)])]))).toBe(text)
  const swapped = Buffer.from(wide(text)).swap16()
  expect(await textOfFile(new Blob([new Uint8Array([0xfe, 0xff, ...swapped])]))).toBe(text)
  const windows = [...'Zo\xEB,M\xFCller,O\x92Neil'].map((char) => char.charCodeAt(0))
  expect(await textOfFile(new Blob([new Uint8Array(windows)]))).toBe(text)
})
