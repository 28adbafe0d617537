import { attachmentName } from '@eupnea/contract/rules/documents.ts'
import { expect, it } from 'vitest'
import { attachmentText } from './attachment-text.ts'

const file = (name: string, bytes = 120_000) => ({ file_id: 'f', name, type: 'application/pdf', bytes })
const uuid = '0199d3a0-7c1e-7a4b-9c3d-5f0e8b2a6d11'

it('shows an attachment by the name that the person gave [NO-2]', () => {
  const named = (name: string, member: string) => file(attachmentName(name, member, 1_700_000_000_000))
  expect(attachmentText(named('left heel-2.pdf', uuid), uuid)).toBe('left heel-2 (PDF, 120 kB)')
  expect(attachmentText(named('wound.pdf', 'M-1815'), 'M-1815')).toBe('wound (PDF, 120 kB)')
  // The resident may have become a member since.
  expect(attachmentText(named('wound.pdf', uuid), 'M-1815')).toBe('wound (PDF, 120 kB)')
  expect(attachmentText({ ...file('x', 2_400_000), type: 'image/png' })).toBe('x (PNG, 2.4 MB)')
})
