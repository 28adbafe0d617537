import { defaultLocale, setPageLocale } from '@eupnea/texts/locale.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultPlan } from './plan.ts'
import {
  changeText,
  dailyReportFileName,
  dailyReportTitle,
  nameText,
  percentText,
  type ReportValues,
  reportCells,
  reportDateText,
  reportPages,
  shortRoomText,
} from './report-cells.ts'

const row = (values: Partial<ReportValues> = {}): ReportValues => ({
  room: '12',
  first_name: 'Ada',
  last_name: 'Byron',
  rr_avg: 15.24,
  rr_outside_range: false,
  limits: defaultPlan,
  limits_are_own: false,
  rr_change_hrs_3days: 0.7,
  time_in_bed: 9.5,
  time_in_bed_change_hrs_3days: -0.5,
  time_in_bed_hrs_3days: 10,
  is_on_leave: false,
  ...values,
})

describe('cells', () => {
  it('are rounded by the limits in force, and name them where they are not the facility’s [PL-2]', () => {
    const limits = { ...defaultPlan, low: 10, high: 26 }
    expect(reportCells(row({ rr_avg: 21.96, limits }))).toMatchObject({ rr: { text: '22.0' }, rrLimits: '' })
    expect(reportCells(row({ rr_avg: 25.96, limits, limits_are_own: true }))).toMatchObject({
      rr: { text: '25.9' },
      rrLimits: 'Own limits 10–26',
    })
  })

  it('write all numbers in the same way, also where the facility writes commas [RP-2]', () => {
    setPageLocale('en-DE')
    onTestFinished(() => setPageLocale(defaultLocale))
    const { rr, timeInBed } = reportCells(row({ rr_avg: 15.24, time_in_bed: 9.5 }))
    expect([rr.text, timeInBed.text]).toEqual(['15.2', '9.5'])
  })

  it.each([
    ['', ''],
    ['12345678901', '12345678901'],
    ['123456789012', '12345678901…'],
    ['Garden wing 4', 'Garden wing…'],
    ['👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️', '👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️'],
  ])('room %j reads %j [RP-2]', (room, text) => {
    expect(shortRoomText(room)).toBe(text)
  })

  it('never shows more of a room than 11 characters and an ellipsis [RP-2]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (room) => {
        const text = shortRoomText(room)
        expect(text === room || (text.endsWith('…') && room.startsWith(text.slice(0, -1)))).toBe(true)
        expect([...text].length).toBeLessThanOrEqual(Math.max(12, [...room].length))
      }),
    )
  })

  it.each([
    ['Ada', 'Byron', 'Ada Byron'],
    ['Ada', 'Lovelace-By', 'A. Lovelace-By'],
    ['Grace', 'Hopperly', 'Grace Hopperly'],
    ['Grace', 'Hopperlys', 'G. Hopperlys'],
    ['Ö', 'Abcdefghijklmnop', 'Ö Abcdefghijklmnop'],
    ['Élodie', 'Durand-Roux', 'É. Durand-Roux'],
    ['Ada', '', 'Ada'],
  ])('%s %s reads %j [RP-2]', (first, last, text) => {
    expect(nameText(first, last)).toBe(text)
  })

  it('shows one decimal, and the change in percent of the 72 h value [RP-2] [RP-3]', () => {
    const { rr, rrChange, timeInBed, timeInBedChange } = reportCells(row({ rr_avg: 16.5, rr_change_hrs_3days: 1.5 }))
    expect([rr.text, rrChange.text, timeInBed.text, timeInBedChange.text]).toEqual(['16.5', '+10%', '9.5', '−5%'])
    // 22.0 would be red.
    expect(reportCells(row({ rr_avg: 21.96 })).rr).toEqual({ text: '21.9', isRed: false })
    expect(percentText(0.01, 15)).toBe('0%')
    expect(percentText(-0.01, 15)).toBe('0%')
    expect(percentText(4, 0)).toBe('')
  })

  it('shows the change of time in bed in percent of the 72 h value, also where part of a day was measured [RP-3] [VI-5]', () => {
    // 6 of 12 hours: half a day, after three quarters of the days.
    const half = { time_in_bed: 6, time_in_bed_change_hrs_3days: -6, time_in_bed_hrs_3days: 18 }
    expect(reportCells(row(half)).timeInBedChange.text).toBe('−33%')
    const more = { time_in_bed: 6, time_in_bed_change_hrs_3days: 6, time_in_bed_hrs_3days: 6 }
    expect(reportCells(row(more)).timeInBedChange.text).toBe('+100%')
  })

  it('says that there is not enough data for a change yet, in words and not in red [VI-5]', () => {
    const { rrChange, timeInBedChange } = reportCells(
      row({ rr_change_hrs_3days: null, time_in_bed_change_hrs_3days: null, time_in_bed_hrs_3days: null }),
    )
    const words = { text: 'Not enough data yet', isRed: false }
    expect([rrChange, timeInBedChange]).toEqual([words, words])
  })

  it('gives a change that is too small to be shown no sign [RP-6]', () => {
    expect([0.44, -1.25, 0.04, -0.04, 0].map((value) => changeText(value))).toEqual([
      '+0.4',
      '−1.3',
      '0.0',
      '0.0',
      '0.0',
    ])
    expect([0.4, -0.4, 12].map((value) => changeText(value, 0))).toEqual(['0', '0', '+12'])
  })

  it('shows a dash where there is no value, and is not red then [RP-2]', () => {
    const changes = { rr_change_hrs_3days: null, time_in_bed_change_hrs_3days: null, time_in_bed_hrs_3days: null }
    const empty = { rr_avg: null, time_in_bed: null, ...changes }
    const { rr, rrChange, timeInBed, timeInBedChange } = reportCells(row(empty))
    expect([rr, timeInBed]).toEqual([
      { text: '–', isRed: false },
      { text: '–', isRed: false },
    ])
    expect([rrChange, timeInBedChange]).toEqual([
      { text: '', isRed: false },
      { text: '', isRed: false },
    ])
  })

  it('is red for a rate out of range, a change above 3, and 18 h in bed or more [RP-2]', () => {
    const { rr, rrChange, timeInBed } = reportCells(
      row({ rr_outside_range: true, rr_change_hrs_3days: 3.01, time_in_bed: 18 }),
    )
    expect([rr.isRed, rrChange.isRed, timeInBed.isRed]).toEqual([true, true, true])
    const usual = reportCells(row({ rr_change_hrs_3days: 3, time_in_bed: 17.9, time_in_bed_change_hrs_3days: 17 }))
    expect([usual.rr, usual.rrChange, usual.timeInBed, usual.timeInBedChange].map(({ isRed }) => isRed)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('pages', () => {
  it('holds every row once, in order, 20 a page [RP-2]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 130 }), (rows) => {
        const pages = reportPages(rows)
        expect(pages.flat()).toEqual(rows)
        expect(pages.slice(0, -1).every((page) => page.length === 20)).toBe(true)
        expect(pages.length).toBe(Math.max(1, Math.ceil(rows.length / 20)))
      }),
    )
  })

  it('says floor and date as the header does, and the file’s name [RP-2]', () => {
    const title = (floor: string) => dailyReportTitle({ clinic_name: 'Maple Court', floor, date: '2026-03-09' })
    expect(title('2')).toBe('Maple Court | Floor 2 | Daily Report | 03/09/2026')
    for (const all of ['all', '']) expect(title(all)).toBe('Maple Court | Daily Report | 03/09/2026')
    expect(reportDateText('2026-03-09')).toBe('03/09/2026')
    expect(dailyReportFileName('Maple Court', '2026-03-09')).toBe('Daily-Report-Maple Court-03-09-2026.pdf')
    expect(dailyReportFileName('A/B: "C"', '2026-03-09')).toBe('Daily-Report-A-B- -C--03-09-2026.pdf')
  })
})
