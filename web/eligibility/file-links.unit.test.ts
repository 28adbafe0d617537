import { fileLinkMinutes } from '@eupnea/contract/files.ts'
import { expect, it } from 'vitest'
import { linkHere, refreshMs } from './file-links.ts'

it('makes links anew before they end [BI-4]', () => {
  expect(refreshMs).toBeLessThan(fileLinkMinutes * 60_000)
})

it('keeps a link to the portal that the page came from [BI-4]', () => {
  expect(linkHere('https://portal.example:8443/api/files/f?user=u&expires=1&signature=s')).toBe(
    '/api/files/f?user=u&expires=1&signature=s',
  )
})
