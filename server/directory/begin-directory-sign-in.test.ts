import * as calls from '@eupnea/contract/directory.ts'
import { signIn } from '@eupnea/contract/sessions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type People, password, startPeople } from '../sessions/people.fixture.ts'
import { directoryRoutes } from './index.ts'
import type { Provider } from './provider.ts'

/** Takes whatever it is asked; nobody comes back from it here. */
const provider = {
  begin: async () => ({ url: 'https://login.example/', state: crypto.randomUUID(), nonce: 'n', verifier: 'v' }),
} as Partial<Provider> as Provider

let people: People
beforeAll(async () => {
  people = await startPeople(directoryRoutes(provider, () => 'http://127.0.0.1'))
})
afterAll(() => people.portal.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const begin = (headers: Record<string, string>) =>
  people.ask(calls.beginDirectorySignIn, { browser: 'b'.repeat(43) }, headers)

it('lets a browser that has signed in before begin, whatever else comes from its address [SI-1] [DO-4]', async () => {
  const { email } = await people.add()
  const { headers } = await people.ask(signIn, { email, password }, from('192.0.2.1'))
  const cookie = headers
    .getSetCookie()
    .find((one) => one.startsWith('eupnea_browser='))!
    .split(';')[0]!
  const strangers = await Promise.all(Array.from({ length: 70 }, () => begin(from('192.0.2.1'))))
  expect(strangers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await begin({ ...from('192.0.2.1'), cookie })).status).toBe(200)
  // A cookie that the portal doesn't know is a stranger's.
  const forged = { ...from('192.0.2.1'), cookie: `eupnea_browser=${'a'.repeat(43)}` }
  expect((await begin(forged)).status).toBe(429)
  // Nor may one that it knows fill the table of attempts.
  const many = await Promise.all(Array.from({ length: 70 }, () => begin({ ...from('192.0.2.2'), cookie })))
  expect(many.filter(({ status }) => status === 429)).toHaveLength(11)
})
