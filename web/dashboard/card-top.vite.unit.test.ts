import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CardResident } from './card-order.ts'
import { CardTop } from './card-top.tsx'

it('an acknowledgement is told in the facility’s zone, also without a sensor [AN-6]', () => {
  const at = new Date().toISOString()
  const clock = new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kathmandu' })
  const resident: CardResident = {
    ...{ patient_id: 'p1', first_name: 'Ada', last_name: 'Byron', preferred_name: '', room: '104', floor: '1' },
    device: null,
    flaggedResidentNotes: { status: 1 },
    plan: defaultPlan,
    notice: { state: 'acknowledged', severity: 'danger', acknowledged: { at }, snoozed: null },
  }
  const shown = renderToStaticMarkup(createElement(CardTop, { resident, flag: 1, zone: 'Asia/Kathmandu' }))
  expect(shown).toContain(`Acknowledged at ${clock}`)
})
