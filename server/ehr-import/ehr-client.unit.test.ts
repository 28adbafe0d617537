import { expect, it } from 'vitest'
import { bodyOf, EhrClient, tokenOf } from './ehr-client.ts'
import type { EhrAnswer } from './ehr-http.ts'

type Answered = Partial<EhrAnswer> & Pick<EhrAnswer, 'status'>

const token: Answered = { status: 200, text: '{"access_token":"t","expires_in":3600}' }
const page: Answered = { status: 200, text: '{"data":[]}' }

const longAfter = { 'retry-after': '60' }
const used = { 'x-quota-remaining': '0', 'x-quota-time-to-reset': '60000' }

/** Makes requests up to the first wait of a second or more. @returns its length in seconds; null if there was none */
async function firstWait(answers: readonly Answered[]): Promise<number | null> {
  const given = [...answers]
  const over = new AbortController()
  const began = Date.now()
  let seconds: number | null = null
  const request = async () => ({ headers: {}, text: '', ...(given.shift() ?? page) })
  const client = new EhrClient({
    ...{ http: { request }, signal: over.signal, backoffMs: 1 },
    onWait: async (until) => {
      if (until) seconds = Math.round((until.epochMilliseconds - began) / 1_000)
      over.abort()
    },
    fetchToken: async () => tokenOf(await request()),
  })
  await client.get('https://ehr.example.org/patients', 'application/json').catch(() => {})
  return seconds
}

it.each<[string, Answered, number]>([
  ['429 with Retry-After', { status: 429, headers: longAfter }, 60],
  ['429 with the end of a quota', { status: 429, headers: used }, 60],
  ['429 alone', { status: 429 }, 1],
  ['503 with Retry-After', { status: 503, headers: longAfter }, 60],
])(
  'waits as long as the EHR asks when it answers %s, to the sign-in as to all else [EH-2]',
  async (_, answer, wait) => {
    expect(await firstWait([answer])).toBe(wait)
    expect(await firstWait([token, answer])).toBe(wait)
  },
)

it('waits for a quota that is used up, also by the sign-in [EH-2]', async () => {
  expect(await firstWait([{ ...token, headers: used }])).toBe(60)
  expect(await firstWait([token, { ...page, headers: used }])).toBe(60)
  expect(await firstWait([token, page])).toBeNull()
})

it('tries again soon after a fault that says nothing, but not without end [EH-2]', async () => {
  const faults = Array.from({ length: 9 }, () => ({ status: 503 }))
  expect(await firstWait(faults)).toBeNull()
  expect(await firstWait([...faults.slice(0, 4), token, { ...page, headers: used }])).toBe(60)
})

it('does not let an answer stand in the way of everybody who is watched meanwhile [EH-2] [LI-1]', () => {
  const answerOf = (text: string) => ({ status: 200, headers: {}, text })
  // A page with all patients of a large facility, including photos, is accepted.
  const entry = Array.from({ length: 5_000 }, (_, at) => ({
    id: at,
    name: [{ given: ['Ada'] }],
    photo: 'x'.repeat(2_000),
  }))
  expect(bodyOf(answerOf(JSON.stringify({ entry })))).toEqual({ entry })
  // Ten megabytes that would take ten seconds to parse.
  for (const text of [
    `${'['.repeat(5e6)}${']'.repeat(5e6)}`,
    `{"a":[${'{},'.repeat(3e6)}1]}`,
    `{"a":[${'1,'.repeat(5e6)}1]}`,
  ])
    expect(() => bodyOf(answerOf(text))).toThrow('The EHR’s response has too many parts')
})
