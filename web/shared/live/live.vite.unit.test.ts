import { emptyLastMinute } from '@eupnea/contract/live.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { saveSettings, takeSettingsOf } from '../settings.ts'

vi.stubGlobal('document', { hidden: true, addEventListener: () => {} })
afterAll(() => void vi.unstubAllGlobals())

it('judges presence by the settings of whoever is signed in, whichever page they open first [SH-18]', async () => {
  const { liveStore } = await import('./live.ts')
  const message = { device_id: 'd', rr: 16, dist_rr: 1.2, alert10min: false, status: 1, ts: Date.now() } as const
  liveStore.receive({ action: 'rr', ...message, rr_last_mint: emptyLastMinute }, new Set())
  const presence = () => liveStore.device('d')!.presence
  takeSettingsOf('ada')
  expect(presence()).toBe('in')
  saveSettings({ distanceRange: 1 })
  expect(presence()).toBe('out')
  takeSettingsOf('')
  expect(presence()).toBe('in')
})
