import { expect, it, vi } from 'vitest'

vi.stubGlobal('addEventListener', () => {})
const { fetchPart } = await import('./parts.ts')

it.each([
  ['is not reached', false, 'unreachable'],
  ['is reached, but whose script fails', true, 'unknown'],
] as const)('a part of a portal that %s says so [ER-1]', async (_name, isReached, code) => {
  vi.stubGlobal('fetch', async () => {
    if (!isReached) throw new TypeError('Failed to fetch')
    return new Response()
  })
  await expect(fetchPart(() => Promise.reject(new SyntaxError('Unexpected token')))).rejects.toMatchObject({ code })
})
