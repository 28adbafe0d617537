import { describe, expect, it } from 'vitest'
import { addressOf, pageCount, rangeText, viewOf } from './table-view.ts'

const options = { sorts: ['name', 'email'], sort: 'name' } as const

describe('the view of a table in the address [US-5]', () => {
  it('starts at the first page of ten by the default order', () => {
    expect(viewOf({}, options)).toEqual({ page: 1, pageSize: 10, sort: 'name', order: 'asc' })
    expect(viewOf({}, {})).toEqual({ page: 1, pageSize: 10, sort: '', order: 'asc' })
  })

  it('falls back where the address is wrong', () => {
    const wrong = [
      { page: '0' },
      { page: '-3' },
      { page: '1.5' },
      { page: 'NaN' },
      { page: '99999999' },
      { page_size: '7' },
      { page_size: '1000' },
      { sort: 'password' },
      { order: 'sideways' },
    ]
    for (const address of wrong) expect(viewOf(address, options)).toEqual(viewOf({}, options))
  })

  it('comes back from the address as it went in, and leaves defaults out', () => {
    const view = { page: 3, pageSize: 50, sort: 'email', order: 'desc' } as const
    expect(addressOf(view, options)).toEqual({ page: '3', page_size: '50', sort: 'email', order: 'desc' })
    expect(viewOf(addressOf(view, options), options)).toEqual(view)
    expect(Object.values(addressOf(viewOf({}, options), options)).every((value) => value === undefined)).toBe(true)
  })
})

it('says which rows are shown of how many', () => {
  expect(rangeText({ page: 1, pageSize: 10 }, 10, { total: 4_312 })).toBe('1–10 of 4,312')
  expect(rangeText({ page: 432, pageSize: 10 }, 2, { total: 4_312 })).toBe('4,311–4,312 of 4,312')
  expect(rangeText({ page: 1, pageSize: 10 }, 10, { total: 10_000, isCapped: true })).toBe('1–10 of 10,000+')
  expect(rangeText({ page: 1, pageSize: 10 }, 0, { total: 0 })).toBe('0 of 0')
})

it('counts pages', () => {
  expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10), pageCount(100_000, 25)]).toEqual([1, 1, 2, 4000])
})
