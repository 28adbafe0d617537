import { expect, it } from 'vitest'
import { growAsking } from './locked-asking.ts'
import { type Asking, nothingHeard, parseHeard, planSilence, planTone } from './sound-plan.ts'

const at = 1_795_000_000_000
const warning: Asking = { key: 'w', severity: 'warning' }
const danger: Asking = { key: 'd', severity: 'danger' }

it('a warning sounds once, in whichever tab or after whichever reload [AN-2]', () => {
  const first = planTone([warning], nothingHeard, at)
  expect(first.tone).toBe('warning')
  const stored = parseHeard(JSON.stringify(first.heard))
  expect(planTone([warning], stored, at + 3_600_000).tone).toBeNull()
  expect(planTone([warning, { key: 'w2', severity: 'warning' }], stored, at + 1_000).tone).toBe('warning')
})

it('a danger sounds every ten seconds until it is open no more [AN-2]', () => {
  const { tone, heard } = planTone([danger, warning], nothingHeard, at)
  expect(tone).toBe('danger')
  expect(planTone([danger, warning], heard, at + 9_000).tone).toBeNull()
  expect(planTone([danger, warning], heard, at + 10_000).tone).toBe('danger')
  expect(planTone([warning], heard, at + 10_000).tone).toBeNull()
  // A clock that was set back silences nothing.
  expect(planTone([danger], heard, at - 3_600_000).tone).toBe('danger')
})

it('silenced, it is quiet for two minutes; another one is not [AN-2]', () => {
  const { heard } = planTone([danger], nothingHeard, at)
  const silenced = planSilence([danger], heard, at + 1_000)
  expect(planTone([danger], silenced, at + 60_000).tone).toBeNull()
  expect(planTone([danger, { key: 'd2', severity: 'danger' }], silenced, at + 60_000).tone).toBe('danger')
  expect(planTone([danger], silenced, at + 122_000).tone).toBe('danger')
  // Nor for longer where the clock was set back meanwhile.
  expect(planTone([danger], silenced, at - 3_600_000).tone).toBe('danger')
})

it('whatever is stored under its name, it sounds [AN-2]', () => {
  for (const stored of [null, '', 'null', '[]', '{"keys":3}', '{"silenced":{"until":9e15}}'])
    expect(planTone([danger], parseHeard(stored), at).tone, String(stored)).toBe('danger')
})

it('on a locked page each that comes is new, and none that stays [AN-4]', () => {
  let made = 0
  const newKey = () => `k${++made}`
  const one = growAsking([], { danger: 1, warning: 1 }, newKey)
  expect(one).toEqual([
    { key: 'k1', severity: 'danger' },
    { key: 'k2', severity: 'warning' },
  ])
  expect(growAsking(one, { danger: 1, warning: 1 }, newKey)).toEqual(one)
  const fewer = growAsking(one, { danger: 1, warning: 0 }, newKey)
  expect(growAsking(fewer, { danger: 1, warning: 1 }, newKey).map(({ key }) => key)).toEqual(['k1', 'k3'])
})
