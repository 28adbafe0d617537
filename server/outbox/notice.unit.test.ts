import { expect, it } from 'vitest'
import { mergeNotices, type Notice } from './notice.ts'

const notice = (at: string, more: Partial<Notice> = {}): Notice => ({
  from: 'Maple',
  zone: 'Europe/London',
  locale: 'en-GB',
  lines: [`Maple: Room 1 at ${at}`],
  count: 1,
  since: at,
  at,
  link: `https://portal.example/n/${at}`,
  ...more,
})

it('says how many it stands for and since when, in the zone of the facility [AL-6]', () => {
  const two = [notice('2026-07-01T01:10:00Z'), notice('2026-07-01T02:05:00Z')]
  expect(mergeNotices('sms', two).body).toBe(
    'Maple: 2 notifications since 02:10 in one message. https://portal.example/n/2026-07-01T02:05:00Z',
  )
  const mail = mergeNotices('mail', two)
  expect(mail.subject).toBe('2 notifications: Maple')
  expect(mail.body).toContain('Maple: Room 1 at 2026-07-01T01:10:00Z\nMaple: Room 1 at 2026-07-01T02:05:00Z')
})

it('counts what was merged before, names the day of another day, and tells facilities apart [AL-6]', () => {
  const before = mergeNotices('sms', [notice('2026-06-30T20:00:00Z'), notice('2026-06-30T21:00:00Z')]).notice
  const again = mergeNotices('sms', [before, notice('2026-07-01T02:05:00Z', { from: 'Birch' })])
  expect(again.body).toContain('2 facilities: 3 notifications since 30 Jun 2026, 21:00 in one message')
  expect(again.notice.count).toBe(3)
})

it('writes times as the facility does, and by the default for several [AL-6]', () => {
  const us = { locale: 'en-US' }
  const two = [notice('2026-06-30T20:00:00Z', us), notice('2026-07-01T02:05:00Z', us)]
  expect(mergeNotices('sms', two).body).toContain('since 06/30/2026, 9:00 PM in')
  const several = [two[0]!, notice('2026-07-01T02:05:00Z', { ...us, from: 'Birch' })]
  expect(mergeNotices('sms', several).body).toContain('since 30 Jun 2026, 21:00 in')
})

it('lists the newest of very many in a mail [AL-6]', () => {
  const many = Array.from({ length: 150 }, () => notice('2026-07-01T01:10:00Z'))
  expect(mergeNotices('mail', many).body).toContain('50 earlier notifications are in the portal.')
})
