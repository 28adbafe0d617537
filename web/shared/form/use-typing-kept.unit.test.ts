import type { Fields } from '@eupnea/contract/field-kinds.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { carryDrafts, dropDrafts, noteTimeOut, takeCarriedDrafts } from '../drafts.ts'
import { setSession } from '../session.ts'
import { linesOf } from './lines.ts'
import { type Typed, typedOf } from './record.ts'
import { keepIfInterrupted, resumed } from './use-typing-kept.ts'

const text = (max: number) => ({ kind: 'line', max }) as const
const fields = {
  name: text(80),
  room: text(80),
  floors: { kind: 'list', of: text(80), max: 9, isOrdered: true },
  key: { kind: 'secret', max: 80 },
} as unknown as Fields
type Record = Parameters<typeof typedOf>[1]
const typed = (record: Record) => typedOf(fields, record)

const of = 'resident p1'
const base = typed({ name: 'Ada', room: '101', floors: ['North'] })
const changed = { ...base, name: 'Ada Byron', key: 'hidden', floors: linesOf(['North', 'South']) } as Typed

const signIn = () => setSession({ id: 'u1' } as Parameters<typeof setSession>[0])

afterEach(() => {
  setSession(null)
  noteTimeOut(false)
  dropDrafts()
  vi.unstubAllGlobals()
})

it('keeps nothing of a form that was left while its page stays [SH-17]', () => {
  signIn()
  keepIfInterrupted(fields, of, { base, typed: changed })
  expect(resumed(fields, of, base)).toBe(base)
})

it('keeps what was typed, but no secret, when the session ends, for the same form of the same record [ID-6]', () => {
  signIn()
  setSession(null)
  keepIfInterrupted(fields, of, { base, typed: changed })
  expect(resumed(fields, 'resident p2', base)).toBe(base)
  expect(resumed(fields, of, base)).toMatchObject({ name: 'Ada Byron', room: '101', key: '' })
})

it('keeps it over a time without activity, beside what others have changed meanwhile [SH-19] [RE-2]', () => {
  vi.stubGlobal('window', { name: '' })
  signIn()
  noteTimeOut(true)
  keepIfInterrupted(fields, of, { base, typed: changed })
  carryDrafts()
  dropDrafts()
  takeCarriedDrafts()
  const now = typed({ name: 'Ada', room: '204', floors: ['North'] })
  const form = resumed(fields, of, now)
  expect(form).toMatchObject({ name: 'Ada Byron', room: '204' })
  expect((form.floors as unknown as { text: string }[]).map((line) => line.text)).toEqual(['North', 'South'])
  const keys = (form.floors as unknown as { key: number }[]).map((line) => line.key)
  expect(keys).not.toEqual((changed.floors as unknown as { key: number }[]).map((line) => line.key))
})

it('begins anew where the portal has other fields now [SH-19]', () => {
  keepIfInterrupted(fields, of, { base, typed: changed })
  const more = { ...fields, beds: text(80) } as unknown as Fields
  expect(resumed(more, of, typedOf(more, { name: 'Ada' }))).toMatchObject({ name: 'Ada Byron', beds: '' })
})
