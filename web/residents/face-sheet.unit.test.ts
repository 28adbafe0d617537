import { expect, it } from 'vitest'
import { faceSheetFault } from './face-sheet.ts'

it('says what is wrong with a file before it is sent [RE-2] [FI-2]', () => {
  expect(faceSheetFault({ type: 'application/pdf', size: 20 * 1_048_576 })).toBeUndefined()
  expect(faceSheetFault({ type: '', size: 1 })).toBeUndefined()
  expect(faceSheetFault({ type: 'image/svg+xml', size: 1 })).toContain('PDF, PNG, JPEG or WebP')
  expect(faceSheetFault({ type: 'image/png', size: 0 })).toContain('empty')
  expect(faceSheetFault({ type: 'image/png', size: 20 * 1_048_576 + 1 })).toContain('20.1 MB')
})
