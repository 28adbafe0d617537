import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { now, sinceText } from '../shared/time.ts'
import { ResidentTimeline } from './resident-timeline.tsx'

it('writes when something happened as the list of notifications does [VI-1]', () => {
  const at = now() - 3 * 24 * 3_600_000
  const event = { key: 'a', at, kind: 'note', severity: null, text: 'Coughs', detail: '' } as const
  const told = { events: [event], isLoading: false, failed: undefined, marks: [] }
  const markup = renderToStaticMarkup(createElement(ResidentTimeline, { told: told as never, zone: 'UTC' }))
  expect(markup).toContain(`>${sinceText(at, 'UTC')}</time>`)
})
