import { expect, it } from 'vitest'
import { addressOfView, type DashboardView, isUsual, viewIn } from './dashboard-view.ts'

const usual: DashboardView = { floor: 'all', sort: 'range', kinds: new Set(), type: 'default' }

it('names floor, order, kinds and view in the address [EA-2]', () => {
  expect(addressOfView({ ...usual, kinds: new Set(['high', 'flagged']) })).toEqual({
    floor: 'all',
    sort: 'range',
    only: 'high,flagged',
    view: 'default',
  })
  expect([isUsual(usual), isUsual({ ...usual, floor: '2' }), isUsual({ ...usual, type: 'minInfo' })]).toEqual([
    ...[true, false, false],
  ])
})

it('shows the same again, whatever the person who opens it has chosen for themselves [EA-2]', () => {
  const view: DashboardView = { floor: 'all', sort: 'room', kinds: new Set(['sensor']), type: 'moreInfo' }
  const address = Object.fromEntries(Object.entries(addressOfView(view)).filter(([, value]) => value !== null))
  const theirs: DashboardView = { floor: '2', sort: 'rr', kinds: new Set(['high']), type: 'minInfo' }
  expect({ ...theirs, ...viewIn(address) }).toEqual(view)
  expect({ ...theirs, ...viewIn({ floor: 'all', sort: 'range', view: 'default' }) }).toEqual(usual)
  expect({ ...theirs, ...viewIn({}) }).toEqual(theirs)
})

it('does not follow an address that says what it does not know [EA-2]', () => {
  expect(viewIn({ sort: 'age', view: 'huge', only: 'high,gone' })).toEqual({ kinds: new Set(['high']) })
})

it('still narrows a view that was saved while silent sensors were counted apart [EA-2]', () => {
  expect(viewIn({ only: 'flagged,offline' })).toEqual({ kinds: new Set(['sensor', 'flagged']) })
})
