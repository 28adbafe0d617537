import type { EhrRun } from '@eupnea/contract/ehr-import.ts'
import { expect, it } from 'vitest'
import { progressOf, progressText } from './ehr-words.ts'

const reading = { state: 'reading', rows_read: 120, rows_announced: 120, pages: 4, is_second_look: false } as EhrRun

it('says that the EHR is read once more, and draws no bar that is full already [EH-3]', () => {
  expect(progressText(reading)).toBe('120 of 120 records read. 4 pages.')
  expect(progressOf(reading)).toBe(1)
  const again = { ...reading, is_second_look: true }
  expect(progressText(again)).toMatch(/4 pages\. Some people listed before are missing\. Checking again\.$/)
  expect(progressOf(again)).toBeNull()
})
