import { answer } from './child.ts'
import { now } from './numbers.ts'

/** A loop that posts messages to a gateway, several at a time: the least time they can take. */

export interface BareSmsAsk {
  readonly url: string
  readonly count: number
  readonly atOnce: number
}

export interface BareSmsAnswer {
  /** when the loop began, ms since the epoch */
  readonly startedAt: number
}

answer<BareSmsAsk, BareSmsAnswer>(async ({ url, count, atOnce }) => {
  const startedAt = now()
  let next = 0
  const post = async () => {
    for (let index = next++; index < count; index = next++) {
      const to = `+4477${String(index).padStart(8, '0')}`
      const body = new URLSearchParams({ To: to, From: 'House', Body: `House: Room ${index}, 31 BrPM at 03:12` })
      const taken = await fetch(url, { method: 'POST', body, headers: { 'idempotency-key': String(index) } })
      await taken.text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, post))
  return { startedAt }
})
