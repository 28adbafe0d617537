import type { DailyReport, DailyReportRow } from '@eupnea/contract/reports.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { dailyReportTitle, reportCells, reportColumns, reportPages } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { describe, expect, it, vi } from 'vitest'
import { decrypted, encryptionOf, factsOf, pagesOf } from '../../../tests/kit/read-pdf.ts'
import { drawAsRead, encryptPdf, makeDailyPdf } from './make-pdf.ts'

const row = (more: Partial<DailyReportRow> = {}): DailyReportRow => ({
  patient_id: 'p1',
  tracker_ts: '2026-11-20T10:00:00Z',
  room: '101',
  first_name: 'Ada',
  last_name: 'Byron',
  floor_id: '2',
  rr_avg: 14,
  rr_outside_range: false,
  limits: defaultPlan,
  limits_are_own: false,
  rr_change_hrs_3days: 1,
  time_in_bed: 9,
  time_in_bed_change_hrs_3days: -1,
  time_in_bed_hrs_3days: 10,
  is_on_leave: false,
  rates: Array.from({ length: 24 }, (_, hour) => (hour === 5 ? null : 14 + (hour % 4))),
  ...more,
})
const reportOf = (items: readonly DailyReportRow[], clinic_name = 'Maple Court'): DailyReport => ({
  info: { clinic_name, date: '2026-11-20', floor: '2' },
  items: [...items],
  downtime: { items: [], late: [], monitored_share: 1 },
})
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    row({ patient_id: `p${index}`, room: `R${index}`, rr_avg: 10 + (index % 15), rr_outside_range: index % 15 < 3 }),
  )
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

describe('the PDF of the daily report', () => {
  it('has A4 pages of 20 rows that say what the page on the screen says [RP-2]', async () => {
    const report = reportOf(many(45))
    const pdf = await makeDailyPdf(report)
    const { pages, sizes, title } = await factsOf(pdf)
    expect([pages, new Set(sizes)]).toEqual([3, new Set(['595 842'])])
    expect(title).toBe('Daily-Report-Maple Court-11-20-2026')
    const read = pagesOf(pdf)
    if (!read) return
    for (const [index, rows] of reportPages(report.items).entries()) {
      const said = read[index]!
      const texts = [m.report_timestamp(), m.report_advisory(), m.report_legend()]
      for (const text of [dailyReportTitle(report.info), ...texts, ...reportColumns()]) expect(said).toContain(text)
      expect(said).toContain(`${index + 1} of 3`)
      const found = words(said)
      for (const resident of rows) {
        const { room, name, rr, rrChange, timeInBed } = reportCells(resident)
        for (const text of [room, ...words(name), rr.text, ...words(rrChange.text), timeInBed.text])
          expect(found).toContain(text)
      }
    }
    expect(read[0]).not.toContain('R20')
  })

  it('is tagged: language, title, tables with headers, and nothing read twice [RP-2]', async () => {
    const pdf = await makeDailyPdf(reportOf(many(45)))
    const { isTagged, language, structure, scopes } = await factsOf(pdf)
    expect([isTagged, language]).toEqual([true, 'en-GB'])
    expect(structure).toEqual({ Document: 1, H1: 1, P: 3, Table: 3, TR: 48, TH: 15, TD: 225 })
    expect(scopes).toEqual(Array.from({ length: 15 }, () => 'Column'))
  })

  it.each([
    ['Łukasz', 'Żółć'],
    ['Thị', 'Hằng'],
    ['Γιώργος', 'Παππάς'],
    ['Иван', 'Петров'],
    ['محمد', 'الحسن'],
    ['שרה', 'לוי'],
    ['Ali علي', 'Bey'],
    ['प्रिया', 'शर्मा'],
    ['রহিম', 'উদ্দিন'],
    ['ਗੁਰ', 'ਸਿੰਘ'],
    ['પટેલ', 'રવિ'],
    ['தமிழ்', 'செல்வி'],
    ['తెలుగు', 'రావు'],
    ['Արամ', 'Պետ'],
    ['გიორგი', 'მელი'],
    ['สมชาย', 'ใจดี'],
    ['张', '伟'],
    ['陳', '大文'],
    ['田中', 'さくら'],
    ['김', '민준'],
    ['😀', '👩‍👧'],
  ])('carries the name %s %s as text that is copied as it is read [RP-2]', async (first_name, last_name) => {
    const pdf = await makeDailyPdf(reportOf([row({ first_name, last_name })]))
    const read = pagesOf(pdf)
    const joined = read && words(read[0]!).join('')
    for (const name of [first_name, last_name]) if (joined) expect(joined).toContain(words(name).join(''))
    expect((await factsOf(pdf)).pages).toBe(1)
  })

  it('cuts what has no room, and is made of any name at all [RP-2]', async () => {
    const last_name = 'Featherstonehaugh-Cholmondeley-Marjoribanks'
    const odd = ['\u{10ffff}', 'ກລາວ', '\u0301\u0301', 'a\u200d\u200db', '𓀀', 'مَُِّ', 'ക്ഷ്ത്ര', '🏴‍☠️🇬🇧', 'ﷺ', '\u202eevil']
    const names = odd.map((first_name, index) => row({ patient_id: `o${index}`, first_name }))
    const clinic = 'Haus am Wald '.repeat(9).trim()
    const pdf = await makeDailyPdf(reportOf([row({ last_name, room: 'Room number 12' }), ...names], clinic))
    const read = pagesOf(pdf)
    if (!read) return
    expect(read[0]).toMatch(/A\. Featherstonehaugh-\S*…/)
    expect(read[0]).toContain('Room number…')
    expect(read[0]!.replaceAll(/\s+/g, ' ')).toContain(`${clinic} | Floor 2 | Daily Report | 11/20/2026`)
  })

  it('names limits that are not the facility’s [PL-2]', async () => {
    const limits = { ...defaultPlan, low: 10, high: 26 }
    const read = pagesOf(await makeDailyPdf(reportOf([row(), row({ patient_id: 'p2', limits, limits_are_own: true })])))
    if (read) expect(read[0]!.match(/Own limits \d+–\d+/g)).toEqual(['Own limits 10–26'])
  })

  it('marks who was on leave [PL-6]', async () => {
    const read = pagesOf(await makeDailyPdf(reportOf([row(), row({ patient_id: 'p2', is_on_leave: true })])))
    if (read) expect(read[0]!.match(/On\s+leave/g)).toHaveLength(1)
  })

  it('says what is red in words too, and ticks who was flagged [RP-2]', async () => {
    const attentions = async (more: Partial<DailyReportRow>) =>
      (pagesOf(await makeDailyPdf(reportOf([row(more)])))?.[0]?.match(/Attention:/g) ?? []).length
    if (!pagesOf(await makeDailyPdf(reportOf([row()])))) return
    const legend = 1
    expect(await attentions({})).toBe(legend)
    expect(await attentions({ rr_outside_range: true })).toBe(legend + 1)
    expect(await attentions({ rr_change_hrs_3days: 3.1 })).toBe(legend + 1)
    const [early] = pagesOf(await makeDailyPdf(reportOf([row({ rr_change_hrs_3days: null })]))) ?? []
    expect(early).toMatch(/Not enough\s+data yet/)
    expect(await attentions({ time_in_bed: 18 })).toBe(legend + 1)
    const [plain, ticked] = await Promise.all([
      makeDailyPdf(reportOf([row()])),
      makeDailyPdf(reportOf([row()]), ['p1', 'of nobody']),
    ])
    expect(ticked.length).not.toBe(plain.length)
  })

  it('opens with its password only when it is encrypted, by AES-256, and stays tagged [RP-5]', async () => {
    const pdf = await makeDailyPdf(reportOf(many(25)))
    const encrypted = await encryptPdf(pdf, 'AB1120')
    await expect(factsOf(encrypted)).rejects.toThrow()
    await expect(factsOf(encrypted, 'AB1121')).rejects.toThrow()
    expect((await factsOf(encrypted, 'AB1120')).pages).toBe(2)
    const opened = decrypted(encrypted, 'AB1120')
    if (opened) expect(await factsOf(opened)).toEqual(await factsOf(pdf))
    expect(Buffer.from(encrypted).includes('Maple')).toBe(false)
    const [encryption, read] = [encryptionOf(encrypted, 'AB1120'), pagesOf(encrypted, 'AB1120')]
    if (encryption) expect(encryption).toMatch(/R = 6[\s\S]*AESv3/)
    if (!read) return
    expect(read).toEqual(pagesOf(pdf))
    expect(() => pagesOf(encrypted, 'wrong')).toThrow()
  })

  it('is the same when it is drawn while its rows are read [RP-2]', async () => {
    const { info, items, downtime } = reportOf(many(45))
    const parts = async function* () {
      for (const part of [items.slice(0, 7), items.slice(7, 37), items.slice(37)]) yield part
    }
    const { pdf } = await drawAsRead({ info, downtime, total: items.length, parts: parts() })
    const whole = await makeDailyPdf({ info, items, downtime })
    expect(await factsOf(await pdf)).toEqual(await factsOf(whole))
    expect(pagesOf(await pdf)).toEqual(pagesOf(whole))
  })

  it('is followed by the downtime of residents, in pages of 20 [WA-10] [RP-2]', async () => {
    const missed = Array.from({ length: 21 }, (_, index) => ({
      ...{ patient_id: `p${index}`, room: `R${index}`, first_name: 'Ada', last_name: 'Byron', floor_id: '2' },
      ...{ cause: 'silent' as const, seconds: 4_800 + index * 60 },
    }))
    const downtime = { items: missed, late: [], monitored_share: 0.9871 }
    const pdf = await makeDailyPdf({ ...reportOf(many(25)), downtime })
    const { pages, structure } = await factsOf(pdf)
    expect(pages).toBe(4)
    expect(structure).toEqual({ Document: 1, H1: 1, H2: 1, P: 3, Table: 4, TR: 50, TH: 16, TD: 188 })
    const read = pagesOf(pdf)
    if (!read) return
    expect(read[1]).toContain('2 of 4')
    expect(read[1]).not.toContain('Unmonitored')
    expect(read[2]!.replaceAll(/\s+/g, ' ')).toContain('Unmonitored 1 h 20 min: sensor silent')
    expect(read[2]).toContain('Monitored 98.7% of the time')
    for (const text of [dailyReportTitle(reportOf([]).info), m.downtime_report_title(), m.report_advisory()])
      expect(read[2]).toContain(text)
    expect(read[3]).toContain('R20')
    expect(read[3]).toContain('4 of 4')
  })

  it('is followed by how many notifications came too late, also when every bed was monitored [WA-8] [RP-2]', async () => {
    const whose = { patient_id: 'p1', room: 'R1', first_name: 'Ada', last_name: 'Byron', floor_id: '2' }
    const downtime = { items: [], late: [{ ...whose, count: 2 }], monitored_share: 1 }
    const pdf = await makeDailyPdf({ ...reportOf([row()]), downtime })
    expect((await factsOf(pdf)).pages).toBe(2)
    const read = pagesOf(pdf)
    if (!read) return
    const text = words(read[1]!).join(' ')
    expect(text).toContain('2 notifications not sent: the data arrived too late')
    // Above the table, and above its column.
    expect(text.split('Downtime and late notifications')).toHaveLength(3)
  })

  it('fails as its reading does, and others are made after it [RP-7]', async () => {
    const { info, items, downtime } = reportOf(many(45))
    const parts = async function* () {
      yield items.slice(0, 30)
      throw new Error('the database is gone')
    }
    await expect(drawAsRead({ info, downtime, total: items.length, parts: parts() })).rejects.toThrow(
      'the database is gone',
    )
    expect((await makeDailyPdf(reportOf([row()]))).length).toBeGreaterThan(1_000)
  })

  it('lets others be made when its reading stands still [RP-7]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { info, items, downtime } = reportOf(many(45))
    const parts = async function* () {
      yield items.slice(0, 30)
      await new Promise(() => {})
    }
    void drawAsRead({ info, downtime, total: items.length, parts: parts() })
    const next = makeDailyPdf(reportOf([row()]))
    await vi.advanceTimersByTimeAsync(15_000)
    vi.useRealTimers()
    expect((await next).length).toBeGreaterThan(1_000)
  })

  it('is made also when its thread is just ending for want of work [RP-7]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await makeDailyPdf(reportOf([row()]))
    vi.advanceTimersByTime(60_000)
    const next = makeDailyPdf(reportOf([row()]))
    vi.useRealTimers()
    expect((await next).length).toBeGreaterThan(1_000)
  })

  it('names the page that could not be made, and others are made after it [RP-7]', async () => {
    const broken = many(25)
    Object.assign(broken[22]!, { time_in_bed: 'many' })
    await expect(makeDailyPdf(reportOf(broken)).then(({ length }) => length)).rejects.toMatchObject({
      status: 503,
      title: 'Error Saving Report',
      message: 'Something went wrong while saving report (Errorp2).',
    })
    expect((await makeDailyPdf(reportOf([row()]))).length).toBeGreaterThan(1_000)
  })
})
