import { expect, it } from 'vitest'
import { sharing } from './share-lookups.ts'

it('look-ups of one name while it is looked up are one, which everybody hears', async () => {
  const asked: { name: string; done: (...found: readonly unknown[]) => void }[] = []
  const lookup = sharing((name, _options, done) => void asked.push({ name, done }))
  const heard: unknown[][] = []
  const look = (name: string, options = {}) => lookup(name, options, (...found) => void heard.push([name, ...found]))
  look('push.example')
  look('push.example')
  look('database.house')
  look('push.example', { all: true })
  expect(asked.map(({ name }) => name)).toEqual(['push.example', 'database.house', 'push.example'])
  asked[1]!.done(null, '10.0.0.1', 4)
  asked[0]!.done(Object.assign(new Error(), { code: 'EAI_AGAIN' }))
  // The next one asks anew.
  look('push.example')
  expect(asked).toHaveLength(4)
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toEqual([
    ['database.house', null, '10.0.0.1', 4],
    ['push.example', expect.objectContaining({ code: 'EAI_AGAIN' })],
    ['push.example', expect.objectContaining({ code: 'EAI_AGAIN' })],
  ])
})
