import { formatsOf } from '@eupnea/texts/locale.ts'
import { describe, expect, it } from 'vitest'
import type { Handover, HandoverItem, HandoverNotification } from '../handover.ts'
import { handoverFileName, handoverWords } from './handover-lines.ts'

const item = (more: Partial<HandoverItem> = {}): HandoverItem => ({
  ...{ patient_id: 'p', device_id: 'd', first_name: 'Ada', last_name: 'Byron', preferred_name: '' },
  ...{ room: '7', floor: '1', is_discharged: false, rr_avg: null, rr_direction: null, time_in_bed: null },
  ...{ notifications: [], ended: [], out_of_bed: { spans: [], is_out: false }, downtime: [], trend: null, flag: null },
  ...{ notes: [], leaves: [], signal: null },
  ...more,
})
const notification = (more: Partial<HandoverNotification> = {}): HandoverNotification => ({
  ...{ id: 'n', kind: 'episode', title: 'High Respiratory', severity: 'warning', state: 'open' },
  ...{ raised_at: '2026-02-02T01:30:00Z', became_worse_at: null, ended_at: null, acknowledged: null, snoozed: null },
  ...more,
})
/** @param until by the facility's clock */
const ended = (until: string, id = until): HandoverItem['ended'][number] => ({
  ...{ id, title: 'Low Respiratory', severity: 'warning', raised_at: '2026-02-02T00:43:00Z', became_worse_at: null },
  ended_at: `2026-02-02T${until}:00+01:00`,
})
const handover = (items: HandoverItem[], more: Partial<Handover> = {}): Handover => ({
  ...{ clinic_id: 'c', clinic_name: 'Maple Court', floor: '1' },
  ...{ from: '2026-02-01T18:00:00Z', until: '2026-02-02T06:00:00Z', as_of: '2026-02-02T06:00:00Z' },
  ...{ items, quiet: 14, unmonitored: 0, outages: [], notifications: [], taken_over: [], shifts: [] },
  ...more,
})
const wordsOf = (made: Handover, locale = 'en-GB') => handoverWords(made, formatsOf(locale), 'Europe/Berlin')
const linesOf = (more: Partial<HandoverItem>) => wordsOf(handover([item(more)])).residents[0]?.lines

describe('a handover in words', () => {
  it('says of each notification since when, and who took it on [HO-1]', () => {
    const said = linesOf({
      notifications: [
        notification({ severity: 'danger' }),
        notification({ acknowledged: { by: 'A. Byron', at: '2026-02-02T01:41:00Z' }, state: 'acknowledged' }),
        notification({ snoozed: { by: 'A. Byron', until: '2026-02-02T06:30:00Z' }, state: 'snoozed' }),
        notification({ severity: 'danger', acknowledged: { by: 'A. Byron', at: '2026-02-02T01:41:00Z' } }),
        notification({ acknowledged: { by: 'A. Byron', at: '2026-02-02T06:10:00Z' } }),
        notification({ raised_at: '2026-01-30T01:30:00Z', ended_at: '2026-02-02T06:20:00Z' }),
      ],
      ended: [ended('03:43'), ended('04:43')],
    })
    expect(said?.map(({ tone, text }) => [tone, text])).toEqual([
      ['danger', 'High Respiratory, 02:30, not acknowledged'],
      ['plain', 'High Respiratory, 02:30, acknowledged 02:41 by A. Byron'],
      ['warn', 'High Respiratory, 02:30, snoozed until 07:30 by A. Byron'],
      // A danger that asks again, and what was acknowledged only after the shift.
      ['danger', 'High Respiratory, 02:30, open at 07:00, acknowledged 02:41 by A. Byron'],
      ['warn', 'High Respiratory, 02:30, open at 07:00, acknowledged 07:10 by A. Byron'],
      ['plain', 'High Respiratory, 30 Jan, 02:30 to 07:20'],
      ['plain', 'Low Respiratory, 01:43 to 03:43'],
      ['plain', 'Low Respiratory, 01:43 to 04:43'],
    ])
  })

  it('says from when it was as bad as its title, where it was raised as less [HO-1] [AN-5]', () => {
    const worse = { became_worse_at: '2026-02-02T02:10:00Z', title: 'Extremely High Respiratory' }
    const said = linesOf({ notifications: [notification(worse)], ended: [{ ...ended('04:43'), ...worse }] })
    expect(said?.map(({ text }) => text)).toEqual([
      'Extremely High Respiratory, 02:30, worse from 03:10, not acknowledged',
      'Extremely High Respiratory, 01:43 to 04:43, worse from 03:10',
    ])
  })

  it('puts residents with a danger first, then those with a warning, then the others by room [HO-1]', () => {
    const inRoom = (room: string, more: Partial<HandoverItem>) => item({ room, ended: [ended('02:43')], ...more })
    const warned = { notifications: [notification()] }
    const { residents } = wordsOf(
      handover([
        inRoom('1', {}),
        inRoom('2', warned),
        inRoom('3', { notifications: [notification({ severity: 'danger', state: 'acknowledged' })] }),
        inRoom('4', { trend: { at: '2026-02-02T05:30:00Z', rate: 20.5, usual: 16.5 } }),
        inRoom('5', { notifications: [notification({ severity: 'danger' })] }),
        inRoom('6', warned),
      ]),
    )
    expect(residents.map(({ item: { room } }) => room)).toEqual(['3', '5', '2', '4', '6', '1'])
  })

  it('lists apart who only was out of bed or unmonitored [HO-1]', () => {
    const spans = [
      { from: '2026-02-02T00:10:00Z', until: '2026-02-02T00:36:00Z' },
      { from: '2026-02-02T02:00:00Z', until: '2026-02-02T02:05:00Z' },
      { from: '2026-02-02T05:40:00Z', until: '2026-02-02T06:00:00Z' },
    ]
    const out = { out_of_bed: { spans, is_out: true } }
    const unmonitored = { downtime: [{ cause: 'silent' as const, seconds: 18 * 60 }] }
    const { residents, gaps } = wordsOf(
      handover([
        item(out),
        item({ ...out, ended: ['a', 'b', 'c', 'd'].map((id) => ended('02:15', id)) }),
        item(unmonitored),
        item({}),
      ]),
    )
    expect(gaps.map(({ text }) => text)).toEqual([
      'Out of bed twice, longest 26 min from 01:10 · Out of bed since 06:40',
      'Unmonitored 18 min: sensor silent',
    ])
    expect(residents).toHaveLength(1)
    expect(residents[0]!.lines.map(({ text }) => text)).toEqual([
      'Out of bed twice, longest 26 min from 01:10',
      'Out of bed since 06:40',
      ...Array.from({ length: 3 }, () => 'Low Respiratory, 01:43 to 02:15'),
      '1 other notification ended',
    ])
  })

  it('who was up when the shift began did not leave the bed during it [HO-1]', () => {
    const spans = [
      { from: '2026-02-01T18:00:00Z', until: '2026-02-01T19:58:00Z' },
      { from: '2026-02-02T00:10:00Z', until: '2026-02-02T00:36:00Z' },
    ]
    const { gaps } = wordsOf(
      handover([
        item({ out_of_bed: { spans, is_out: false } }),
        item({ out_of_bed: { spans: spans.slice(0, 1), is_out: true } }),
      ]),
    )
    expect(gaps.map(({ text }) => text)).toEqual([
      'Out of bed until 20:58 · Out of bed once, 26 min from 01:10',
      'Out of bed since 19:00',
    ])
  })

  it('writes numbers and times as the facility does, and the rest of the night in one line [HO-1]', () => {
    const trend = { at: '2026-02-02T05:30:00Z', rate: 20.5, usual: 16.5 }
    const made = handover([item({ rr_avg: 24.8, rr_direction: 'high', time_in_bed: 7.2, trend })], {
      as_of: '2026-02-02T05:00:00Z',
      taken_over: [{ by: 'A. Nurse', at: '2026-02-02T06:04:00Z', is_own: true }],
    })
    const german = wordsOf(made, 'en-DE')
    expect(german.residents[0]).toMatchObject({
      rates: ['24,8 BrPM, high', '7,2 h in bed'],
      lines: [{ text: 'Breathing changed (06:30): median 20,5 BrPM, usually 16,5' }],
    })
    expect(german.quiet).toBe('14 residents: nothing to report')
    expect(wordsOf({ ...made, unmonitored: 1 }).quiet).toBe(
      '14 residents: nothing to report · 1 resident: not monitored',
    )
    expect(wordsOf({ ...made, quiet: 0 }).quiet).toBe('')
    const american = wordsOf(made, 'en-US')
    expect(american.takenOver).toEqual(['Taken over by A. Nurse at 7:04 AM'])
    expect(american.asOf).toBe('So far, as of 02/02/2026, 6:00 AM')
  })

  it('keeps long notes short, and names leave and discharge [HO-1]', () => {
    const said = linesOf({
      notes: [{ note_id: 'n', at: '2026-02-02T01:00:00Z', by: 'M. Hughes', note: `Cough\n${'a'.repeat(300)}` }],
      leaves: [
        { from: '2026-02-01T19:00:00Z', until: '2026-02-01T21:00:00Z', reason: 'Dinner', is_over: true },
        { from: '2026-02-02T05:00:00Z', until: '2026-02-03T13:00:00Z', reason: '', is_over: false },
      ],
    })!.map(({ text }) => text)
    expect(said[0]).toMatch(/^Note, 02:00, M\. Hughes: Cough a{194}…$/)
    expect(said.slice(1)).toEqual(['On leave from 20:00 to 22:00: Dinner', 'On leave until 3 Feb, 14:00'])
  })

  it('expects nobody back from leave who was discharged meanwhile [HO-1] [PL-6]', () => {
    const leave = { from: '2026-02-02T05:00:00Z', until: '2026-02-03T13:00:00Z', is_over: false }
    const leaves = [
      { ...leave, reason: '' },
      { ...leave, reason: 'Hospital' },
    ]
    const said = linesOf({ is_discharged: true, leaves })!.map(({ text }) => text)
    expect(said).toEqual(['On leave from 06:00', 'On leave from 06:00: Hospital'])
  })

  it('leaves out the hours in bed of who was on leave for the whole shift [HO-1] [PL-6]', () => {
    const rates = (from: string) =>
      wordsOf(
        handover([
          item({ time_in_bed: 0, leaves: [{ from, until: '2026-02-03T06:00:00Z', reason: '', is_over: false }] }),
        ]),
      ).residents[0]!.rates
    expect([rates('2026-02-01T07:00:00Z'), rates('2026-02-01T19:00:00Z')]).toEqual([[], ['0.0 h in bed']])
  })

  it('names the file by facility, floor and beginning [HO-1]', () => {
    expect(handoverFileName(handover([]), 'Europe/Berlin')).toBe('Handover-Maple Court-1-2026-02-01-19-00.pdf')
    expect(handoverFileName(handover([], { floor: 'all' }), 'UTC')).toBe('Handover-Maple Court-2026-02-01-18-00.pdf')
  })
})

it('says of the facility first when most of its sensors were silent [HO-1]', () => {
  const outages = [{ from: '2026-02-02T01:10:00Z', until: '2026-02-02T01:50:30Z' }]
  const { clinic } = wordsOf(handover([], { outages, notifications: [notification({ title: 'No readings' })] }))
  expect(clinic.map(({ text }) => text)).toEqual([
    'Most sensors silent for 40 min, 02:10 to 02:50',
    'No readings, 02:30, not acknowledged',
  ])
})
