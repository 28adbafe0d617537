import { describe, expect, it } from 'vitest'
import { waveformStateOf } from './waveform-state.ts'

const live = { phase: 'live', since: 1_000, refused: null } as const

describe('state of the live waveform', () => {
  it('connects until there is a connection [LI-8]', () => {
    expect(waveformStateOf(null, true, null, 2_000).show).toBe('connecting')
    expect(waveformStateOf({ ...live, phase: 'connecting' }, true, null, 2_000).show).toBe('connecting')
  })

  it('waits ten seconds for a waveform, then says that the sensor sends none [LI-8]', () => {
    expect(waveformStateOf(live, true, null, 10_900).show).toBe('waiting')
    expect(waveformStateOf(live, true, null, 11_000).show).toBe('none')
  })

  it('does not say so of a sensor that is not connected [LI-7] [LI-8]', () => {
    expect(waveformStateOf(live, false, null, 60_000).show).toBe('offline')
    expect(waveformStateOf(live, false, 20_000, 60_000).show).toBe('stale')
  })

  it('flows while chunks come and tells since when they do not [LI-9]', () => {
    expect(waveformStateOf(live, true, 20_000, 25_000).show).toBe('flowing')
    expect(waveformStateOf(live, true, 20_000, 27_000)).toEqual({ show: 'stale', since: 20_000 })
    expect(waveformStateOf({ ...live, since: 26_000 }, true, 20_000, 27_000).show).toBe('flowing')
  })

  it('tells a lost line from a refused one [LI-9]', () => {
    expect(waveformStateOf({ ...live, phase: 'reconnecting' }, true, 20_000, 30_000)).toEqual({
      show: 'reconnecting',
      since: 1_000,
    })
    expect(waveformStateOf({ ...live, phase: 'closed', refused: 'forbidden' }, true, null, 2_000)).toEqual({
      show: 'refused',
      why: 'forbidden',
    })
  })
})
