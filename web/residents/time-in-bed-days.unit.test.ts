import { m } from '@eupnea/texts'
import { describe, expect, it } from 'vitest'
import { timeInBedBars } from './time-in-bed-days.ts'

const day = (date: string, time_in_bed: number | null) => ({ date, time_in_bed })

describe('time in bed of the last days', () => {
  it('keeps a place for days without a reading, also over the change of the clocks [RE-7]', () => {
    const bars = timeInBedBars([day('2026-10-24', 7.5), day('2026-10-26', 0)], '2026-10-26', 4)
    expect(bars.map(({ date, value }) => [date, value])).toEqual([
      ['2026-10-23', null],
      ['2026-10-24', 7.5],
      ['2026-10-25', null],
      ['2026-10-26', 0],
    ])
    expect(bars[0]).toMatchObject({ text: '–', note: m.resident_time_in_bed_none() })
  })

  it('has no value for a day on leave, and says why [RE-7] [PL-6]', () => {
    const [bar] = timeInBedBars([day('2026-10-26', null)], '2026-10-26', 1)
    expect(bar).toMatchObject({ value: null, text: '–', note: m.leave_mark() })
  })

  it('says in words which day still runs and which is long [RE-7]', () => {
    const [long, today] = timeInBedBars([day('2026-11-19', 18), day('2026-11-20', 5.1)], '2026-11-20', 2)
    expect(long).toMatchObject({ isHigh: true, isOpen: false, note: '18 hours or more' })
    expect(today).toMatchObject({ isHigh: false, isOpen: true, note: 'today so far' })
  })
})
