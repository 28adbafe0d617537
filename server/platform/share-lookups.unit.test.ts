import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { expect, it, onTestFinished } from 'vitest'
import { createOutgoing } from './outgoing.ts'
import { shareLookups, sharing } from './share-lookups.ts'

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

it('what was made before look-ups are shared, as pushes and nurse calls are, shares them too', async () => {
  const { lookup } = dns
  onTestFinished(() => {
    dns.lookup = lookup
    syncBuiltinESMExports()
  })
  const look = createOutgoing().lookup({ url: 'https://push.example', mayBePrivate: false })
  const asked: string[] = []
  dns.lookup = ((name: string, _options: object, done: (...found: readonly unknown[]) => void) => {
    asked.push(name)
    setImmediate(done, null, [{ address: '192.0.2.1', family: 4 }])
  }) as unknown as typeof dns.lookup
  shareLookups()
  const found = () => new Promise((resolve) => look('push.example', {}, (...found) => resolve(found)))
  expect(await Promise.all([found(), found(), found()])).toEqual(Array(3).fill([null, '192.0.2.1', 4]))
  expect(asked).toEqual(['push.example'])
})
