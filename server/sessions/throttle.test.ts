import { confirmOtp, forgotPassword, readSession, resetPassword, signIn } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessions, sessionRoutes } from './index.ts'
import { challengeOf, newPassword, type People, password, type Reply, startPeople } from './people.fixture.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(() => people.portal.close())
beforeEach(() => sql`truncate sign_in_guesses`.execute(people.portal.owner))

const wrong = 'not the password'
const from = (address: string) => ({ 'x-forwarded-for': address })
const nth = (count: number) => Array.from({ length: count }, (_, at) => at)
const guess = (email: string, address: string) => people.ask(signIn, { email, password: wrong }, from(address))
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)
/** Time passes. */
const later = (seconds: number) =>
  sql`update sign_in_guesses set empty_at = empty_at - make_interval(secs => ${seconds})`.execute(people.portal.owner)
/** As if no time passed after the first: on a busy machine they take longer than one is waited for. */
async function oneByOne(count: number, ask: (at: number) => Promise<Reply>): Promise<Reply[]> {
  const replies = [await ask(0)]
  const began = performance.now()
  while (replies.length < count) replies.push(await ask(replies.length))
  await later((began - performance.now()) / 1_000)
  return replies
}

/** The cookie of a browser that has just signed in, or set a password. */
function browserOf({ headers }: Reply): { readonly cookie: string } {
  const set = headers.getSetCookie().find((one) => one.startsWith('eupnea_browser='))
  expect(set).toMatch(/^eupnea_browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  return { cookie: set!.split(';')[0]! }
}
const signInFrom = (email: string, address: string, cookie = {}) =>
  people.ask(signIn, { email, password }, { ...from(address), ...cookie })

describe("a stranger's wrong guesses", () => {
  it('do not stop the browser in which somebody has signed in before, also behind the same address [DO-4]', async () => {
    const { email } = await people.add()
    const browser = browserOf(await signInFrom(email, '192.0.2.1'))
    await oneByOne(60, (at) => guess(email, `198.51.100.${at}`))
    await oneByOne(50, (at) => guess(`nobody${at}@house.example`, '192.0.2.1'))
    expect((await signInFrom(email, '192.0.2.1')).status).toBe(429)
    expect((await signInFrom(email, '192.0.2.1', browser)).body.status).toBe('signedIn')
    // Nor do they keep it from getting a new password, by using up codes.
    await people.ask(forgotPassword, { email })
    const input = (code: string) => ({ email, code, password: newPassword })
    await Promise.all(nth(5).map((at) => people.ask(resetPassword, input(`00000${at}`))))
    const known = { ...from('192.0.2.1'), ...browser }
    await people.ask(forgotPassword, { email }, known)
    expect((await people.ask(resetPassword, input(await people.codeTo(email)), known)).status).toBe(200)
  })

  it('slow strangers down by account, whether it exists or not, and nobody else [DO-4]', async () => {
    const [{ email }, other] = [await people.add(), await people.add()]
    for (const account of [email, 'nobody@house.example']) {
      const guesses = await oneByOne(30, (at) => guess(account, `198.51.100.${at}`))
      for (const at of [30, 31]) guesses.push(await guess(account, `198.51.100.${at}`))
      expect(statuses(guesses)).toEqual([...Array(30).fill(401), 429, 429])
      // The pace of thirty seconds, less what has passed since the guess.
      expect(Number(guesses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(10)
      expect(guesses.at(-1)!.body).toMatchObject({ code: 'too_many_attempts' })
    }
    expect((await signInFrom(other.email, '192.0.2.7')).body.status).toBe('signedIn')
    await later(30)
    expect((await signInFrom(email, '192.0.2.7')).body.status).toBe('signedIn')
  })

  it('by strangers are forgotten once its owner has a new password by mail [DO-4] [ID-4]', async () => {
    const { email } = await people.add()
    await oneByOne(30, (at) => guess(email, `198.51.100.${at}`))
    await people.ask(forgotPassword, { email })
    const input = { email, code: await people.codeTo(email), password: newPassword }
    expect((await people.ask(resetPassword, input, from('192.0.2.7'))).status).toBe(200)
    const signedIn = await people.ask(signIn, { email, password: newPassword }, from('192.0.2.8'))
    expect(signedIn.body).toMatchObject({ status: 'signedIn' })
  })

  it('slow one address down: ten for an account, fifty for all, then one at a time; an IPv6 network is one [DO-4]', async () => {
    const ofOne = await Promise.all(nth(14).map(() => guess('one@house.example', '198.51.100.1')))
    expect(statuses(ofOne).toSorted()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    await later(30)
    expect((await guess('one@house.example', '198.51.100.1')).status).toBe(401)
    expect((await guess('one@house.example', '198.51.100.1')).status).toBe(429)

    const guessMany = (at: number) => guess(`many${at}@house.example`, `2001:db8::${at + 1}`)
    const many = await oneByOne(50, guessMany)
    while (many.length < 52) many.push(await guessMany(many.length))
    expect(statuses(many)).toEqual([...Array(50).fill(401), 429, 429])
    expect((await guess('many@house.example', '2001:db8:0:1::1')).status).toBe(401)
    expect(Number(many.at(-1)!.headers.get('retry-after'))).toBeLessThanOrEqual(6)
  })

  it('at recovery codes are few for all accounts together, while the link and known browsers go on [DO-4] [ID-4]', async () => {
    const [{ email }, other] = [await people.add(), await people.add()]
    const known = { ...from('192.0.2.1'), ...browserOf(await signInFrom(other.email, '192.0.2.1')) }
    const reset = (of: string, code: string, headers: object) =>
      people.ask(resetPassword, { email: of, code, password: newPassword }, headers as Record<string, string>)
    const guesses = await Promise.all(
      nth(104).map((at) => reset(`n${at}@house.example`, '000000', from(`2001:db8:${at}::1`))),
    )
    expect(statuses(guesses).toSorted()).toEqual([...Array(100).fill(401), ...Array(4).fill(429)])
    await people.ask(forgotPassword, { email })
    const code = await people.codeTo(email)
    expect((await reset(email, code, from('192.0.2.9'))).status).toBe(429)
    await people.ask(forgotPassword, { email: other.email }, known)
    expect((await reset(other.email, await people.codeTo(other.email), known)).status).toBe(200)
    await later(60)
    // A right code doesn't count as a guess.
    expect((await reset(email, code, from('192.0.2.9'))).status).toBe(200)
    expect((await reset('one@house.example', '000000', from('192.0.2.10'))).status).toBe(401)
    expect((await reset('two@house.example', '000000', from('192.0.2.11'))).status).toBe(429)
  })

  it('are counted by all nodes together [DO-4]', async () => {
    const { databases, sessions } = people.portal
    const database = databases.identity
    const log = { warn() {} } as never
    const node = createSessions({ database, secret: sessions.parts.secret, baseUrl: () => 'http://127.0.0.1' })
    const { run } = sessionRoutes(node).find(({ call }) => call.name === signIn.name)!
    const origin = { database, actor: { type: 'anonymous' }, log, address: '198.51.100.9' } as const
    for (const _ of nth(5)) {
      await guess('both@house.example', '198.51.100.9')
      await expect(run(origin, { email: 'both@house.example', password: wrong })).rejects.toMatchObject({ status: 401 })
    }
    expect((await guess('both@house.example', '198.51.100.9')).status).toBe(429)
    await expect(run(origin, { email: 'both@house.example', password: wrong })).rejects.toMatchObject({ status: 429 })
  })
})

it('guesses slow nobody down for longer when the clock is set back after them [DO-4] [WA-6]', async () => {
  const { email } = await people.add()
  await guess(email, '198.51.100.77')
  expect((await signInFrom(email, '198.51.100.77')).status).toBe(200)
  await later(-7_200)
  const { status, headers } = await signInFrom(email, '198.51.100.77')
  expect([status, Number(headers.get('retry-after'))]).toEqual([429, 30])
  await later(30)
  expect((await signInFrom(email, '198.51.100.77')).status).toBe(200)
})

describe('a known browser', () => {
  it('has ten guesses of its own, is not charged for right ones, and is known to whom it has signed in only [DO-4]', async () => {
    const [{ email }, other] = [await people.add(), await people.add()]
    const browser = browserOf(await signInFrom(email, '192.0.2.2'))
    const tries = []
    for (const at of nth(11))
      tries.push(await people.ask(signIn, { email, password: wrong }, { ...from(`192.0.2.${at}`), ...browser }))
    expect(statuses(tries)).toEqual([...Array(10).fill(401), 429])
    // A browser that isn't known is one stranger more.
    expect((await signInFrom(email, '192.0.2.3')).body.status).toBe('signedIn')
    for (const at of nth(31)) await guess(other.email, `198.51.100.${at}`)
    expect((await signInFrom(other.email, '192.0.2.4', browser)).status).toBe(429)
    await later(900)
    const both = browserOf(await signInFrom(other.email, '192.0.2.4', browser))
    expect(both).toEqual(browser)
    for (const _ of nth(12)) expect((await signInFrom(email, '192.0.2.4', both)).status).toBe(200)
  })

  it('gets codes of its own, which nobody else can use up or keep from being sent, whoever knows the password [DO-4] [ID-3]', async () => {
    const { email, userId } = await people.add()
    const browser = browserOf(await signInFrom(email, '192.0.2.7'))
    await people.portal.owner.updateTable('users').set({ is_otp_enabled: true }).where('id', '=', userId).execute()
    const guesses = { challenge: challengeOf(await signInFrom(email, '198.51.100.1'), 'otpRequired'), code: '' }
    for (const _ of nth(2)) {
      const challenge = challengeOf(await signInFrom(email, '192.0.2.7', browser), 'otpRequired')
      const code = await people.codeTo(email)
      guesses.code = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      for (const at of nth(5)) await people.ask(confirmOtp, guesses, from(`198.51.100.${at}`))
      const answer = await people.ask(confirmOtp, { challenge, code }, { ...from('192.0.2.7'), ...browser })
      expect(answer.body.status).toBe('signedIn')
      for (const at of nth(4)) {
        await people.ageCodes(userId, 301)
        await signInFrom(email, `198.51.100.${at}`)
      }
      await people.ageCodes(userId, 301)
      expect((await signInFrom(email, '198.51.100.6')).status).toBe(429)
    }
  })

  it('keeps no token that somebody else has made up, and none in clear [DO-4] [ID-9]', async () => {
    const { email, userId } = await people.add()
    const planted = 'p'.repeat(43)
    const { cookie } = browserOf(await signInFrom(email, '192.0.2.5', { cookie: `eupnea_browser=${planted}` }))
    expect(cookie).not.toContain(planted)
    const rows = people.portal.owner.selectFrom('known_browsers').where('user_id', '=', userId)
    const [row, ...more] = await rows.selectAll().execute()
    expect(more).toEqual([])
    expect(row).toMatchObject({ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), address: '192.0.2.5' })
    expect(cookie).not.toContain(row!.token_hash)
  })

  it('is forgotten with a recovered password, except the one that recovers, and after 400 days [DO-4]', async () => {
    const user = await people.add()
    const { email, userId } = user
    const old = browserOf(await signInFrom(email, '192.0.2.6'))
    await people.ask(forgotPassword, { email })
    const input = { email, code: await people.codeTo(email), password: newPassword }
    const fresh = browserOf(await people.ask(resetPassword, input, from('192.0.2.8')))
    expect(fresh).not.toEqual(old)
    const knows = () =>
      people.portal.owner.selectFrom('known_browsers').where('user_id', '=', userId).select('address').execute()
    expect(await knows()).toEqual([{ address: '192.0.2.8' }])
    await sql`update known_browsers set last_used_at = now() - interval '401 days'`.execute(people.portal.owner)
    await people.portal.sessions.removeExpired()
    expect(await knows()).toEqual([])
  })

  it('stays known beside a program that signs in without a cookie each time [DO-4]', async () => {
    const { email, userId } = await people.add()
    const browser = browserOf(await signInFrom(email, '192.0.2.6'))
    await signInFrom(email, '192.0.2.6', browser)
    for (const at of nth(51)) await signInFrom(email, `10.0.0.${at}`)
    const known = people.portal.owner.selectFrom('known_browsers').where('user_id', '=', userId)
    const rows = await known.select('address').execute()
    expect(rows).toHaveLength(50)
    expect(rows).toContainEqual({ address: '192.0.2.6' })
  })

  it('opens nothing by itself [DO-4]', async () => {
    const { email } = await people.add()
    const browser = browserOf(await signInFrom(email, '192.0.2.6'))
    expect((await people.ask(readSession, {}, browser)).status).toBe(401)
  })
})
