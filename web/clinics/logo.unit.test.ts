import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { logoFault } from './logo.ts'

it('refuses files that are no logo by type and size [FA-3]', () => {
  expect(logoFault({ type: 'image/png', size: 2 * 1_048_576 })).toBeUndefined()
  expect(logoFault({ type: 'image/png', size: 2 * 1_048_576 + 1 })).toBe(m.clinic_logo_too_large({ size: '2.1' }))
  expect(logoFault({ type: 'image/webp', size: 0 })).toBe(m.file_empty())
  for (const type of ['image/svg+xml', 'image/gif', 'application/pdf', ''])
    expect(logoFault({ type, size: 10 })).toBe(m.clinic_logo_type())
})
