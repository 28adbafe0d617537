import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { composeLine, composeMail, composeSms, gsmText, type MessageFacts } from './compose-message.ts'

const facts: MessageFacts = {
  kind: 'episode',
  clinic: 'Maple House',
  locale: 'en-GB',
  tz: 'Europe/London',
  room: '12',
  firstName: 'Ada',
  lastName: 'Byron',
  title: 'High Respiratory',
  description: 'Ada Byron breathes fast',
  rr: 26.4,
  at: Temporal.Instant.from('2026-07-01T02:12:30Z'),
  since: Temporal.Instant.from('2026-07-01T02:12:00Z'),
  unacknowledgedMinutes: null,
  asksAgain: null,
  link: 'https://portal.example.org/n/abcdefghijklmnop',
}

it('an SMS says facility, room, what and when in the zone of the facility, and no name [AL-6]', () => {
  expect(composeSms(facts)).toBe(
    'Maple House: Room 12 (A.B.), High Respiratory, 26.4 BrPM at 03:12. https://portal.example.org/n/abcdefghijklmnop',
  )
  const danger = composeSms({ ...facts, title: 'Extremely High Respiratory', rr: 30.4 })
  expect(danger).toContain('Extremely High Respiratory, 30.4 BrPM at')
  const mail = composeMail(facts)
  expect(mail.subject).toBe('High Respiratory: Room 12 (A.B.), Maple House')
  for (const text of [composeSms(facts), mail.subject, mail.text]) expect(text).not.toMatch(/Ada|Byron/)
})

it.each<[MessageFacts['kind'], string, string]>([
  ['no_breathing', m.notification_no_breathing_title(), 'No breathing signal since 03:12'],
  ['no_breathing', m.notification_no_breathing_empty_title(), 'No breathing signal, bed reads empty since 03:12'],
  ['silent', m.notification_silent_title(), 'Sensor silent since 03:12'],
  ['clock', m.notification_clock_title(), 'Sensor clock is wrong since 03:12'],
  ['malformed', m.notification_malformed_title(), 'Sensor sends unreadable data since 03:12'],
  ['stuck', m.notification_stuck_title(), 'Sensor may be stuck since 03:12'],
  ['out_of_bed', m.notification_out_of_bed_title(), 'Out of bed at 03:12'],
  ['still_in_bed', m.notification_still_in_bed_title(), 'Still in bed at 03:12'],
  ['back_early', m.notification_back_early_title(), 'Back early at 03:12'],
])('an SMS about %s says what and when, without a rate [AL-6] [WA-2] [WA-5]', (kind, title, told) => {
  const text = composeSms({ ...facts, kind, title, rr: null })
  expect(text).toBe(`Maple House: Room 12 (A.B.), ${told}. ${facts.link}`)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(gsmText(text)).toBe(text)
})

it('says when it was so, not when a sensor told of it hours later [AL-6] [LI-2]', () => {
  const since = (instant: string) => composeSms({ ...facts, since: Temporal.Instant.from(instant) })
  expect(since('2026-06-30T23:30:00Z')).toContain('26.4 BrPM at 00:30. https')
  expect(since('2026-06-30T22:30:00Z')).toContain('26.4 BrPM at 23:30 on 30 Jun. https')
})

it('an SMS has 160 letters of the GSM alphabet, and its link whole [AL-6]', () => {
  const clinic = 'Résidence « Les Châtaigniers » für betreutes Wohnen und Pflege am Züricher See'
  for (const minutes of [null, 1_440]) {
    const text = composeSms({ ...facts, clinic, title: 'Extremely High Respiratory', unacknowledgedMinutes: minutes })
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text.endsWith(facts.link)).toBe(true)
    expect(text).toContain('Room 12 (A.B.)')
    expect(gsmText(text)).toBe(text)
  }
  expect(gsmText('Łódź ’n’ Châtel – 温')).toBe("?odz 'n' Chatel - ?")
})

it('says of a danger that asks again when it was acknowledged or snoozed [AN-5] [AL-7]', () => {
  const snoozed: MessageFacts = { ...facts, asksAgain: { after: 'snooze', minutes: 15 } }
  expect(composeSms(snoozed)).toContain('Snoozed 15 min ago, still open. Maple House: Room 12 (A.B.), High')
  expect(composeMail(snoozed).text).toMatch(/^This was snoozed 15 min ago and is still open\.\n/)
  const again: MessageFacts = { ...facts, asksAgain: { after: 'acknowledgement', minutes: 30 } }
  expect(composeSms(again)).toContain('Acknowledged 30 min ago, still open. Maple House: Room 12 (A.B.), High')
  const mail = composeMail(again)
  expect([mail.subject, mail.text.split('\n')[0]]).toEqual([
    'Still open: High Respiratory, Room 12 (A.B.), Maple House',
    'This was acknowledged 30 min ago and is still open.',
  ])
})

it('says in hours or days how long nobody has acknowledged it [AL-7]', () => {
  const said = (minutes: number) => composeSms({ ...facts, unacknowledgedMinutes: minutes })
  expect(said(62)).toMatch(/^Not acknowledged for 62 min\. /)
  expect(said(150)).toMatch(/^Not acknowledged for 2 h\. /)
  expect(said(30_240)).toMatch(/^Not acknowledged for 21 days\. /)
  const mail = composeMail({ ...facts, unacknowledgedMinutes: 30_240 })
  expect(mail.text).toMatch(/^Nobody has acknowledged this for 21 days\.\n/)
})

it('says of a notification about the facility itself what its description says [AL-6]', () => {
  const text = composeSms({ ...facts, kind: 'monitoring', title: 'No readings', description: 'since 03:05', rr: null })
  expect(text).toContain('Maple House: No readings, since 03:05 at 03:12.')
})

it('says whole of which facility it is, and since when, before what is to be done [AL-6]', () => {
  const quiet: MessageFacts = {
    ...facts,
    ...{ kind: 'monitoring', title: 'No readings', rr: null, room: '', firstName: '', lastName: '' },
    description: m.notification_no_readings({ since: '03:05' }),
  }
  expect(composeSms({ ...quiet, clinic: 'Riverside House' })).toBe(
    `Riverside House: ${quiet.description} ${facts.link}`,
  )
  const long = 'Riverside Nursing and Residential Home East'
  expect(composeSms({ ...quiet, clinic: long })).toBe(`${long}: No readings from any sensor since 03:05. ${facts.link}`)
  const mail = composeMail({ ...quiet, clinic: long })
  expect([mail.subject, mail.text.split('\n')[0]]).toEqual([
    `No readings: ${long}`,
    `${long}: ${quiet.description} (Times in Europe/London.)`,
  ])
  const nobody = m.duty_uncovered_soon({ floors: m.duty_floor({ floor: '1' }), time: '03:20' })
  expect(composeSms({ ...quiet, kind: 'system', title: m.duty_uncovered_title(), description: nobody })).toBe(
    `Maple House: ${nobody} ${facts.link}`,
  )
  const delayed = {
    title: m.notification_delayed_title(),
    description: m.notification_delayed({ since: '22 Oct, 03:05' }),
  }
  expect(composeSms({ ...quiet, ...delayed, clinic: long })).toBe(
    `${long}: Messages have been delayed since 22 Oct, 03:05. ${facts.link}`,
  )
  expect(composeSms({ ...quiet, clinic: long.repeat(9) }).length).toBe(160)
})

it('writes times and rates as the facility does [AL-6]', () => {
  const at = Temporal.Instant.from('2026-11-22T23:12:00Z')
  const since = Temporal.Instant.from('2026-11-21T20:05:00Z')
  const said = (locale: string) => composeLine({ ...facts, tz: 'UTC', rr: 21.6, at, since, locale })
  expect(said('en-GB')).toContain('21.6 BrPM at 20:05 on 21 Nov')
  expect(said('en-US')).toContain('21.6 BrPM at 8:05 PM on 11/21')
  expect(said('en-DE')).toContain('21,6 BrPM at 20:05 on 21 Nov')
  expect(gsmText(said('en-US'))).toBe(said('en-US'))
})
