import { expect, it } from 'vitest'
import { policySections, policyUpdated } from './policy-text.ts'

const text = JSON.stringify(policySections)
const tables = policySections
  .flatMap(({ blocks }) => blocks)
  .flatMap((block) => (typeof block === 'object' && 'table' in block ? [block.table] : []))

it('has 17 numbered sections with their anchors [SH-11]', () => {
  expect(policySections.map(({ id }) => id)).toEqual(Array.from({ length: 17 }, (_, index) => `pp_p${index + 1}`))
  expect(policyUpdated).toBe('03/05/2019')
})

it('has the two tables, each row complete [SH-11]', () => {
  expect(tables.map(({ columns }) => columns)).toEqual([
    ['Data', 'How it is collected', 'Lawful basis'],
    ['Recipient', 'Activity', 'Sector', 'Location'],
  ])
  for (const { columns, rows } of tables) {
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(row).toHaveLength(columns.length)
  }
})

it.each([
  'within 14 calendar days',
  'no more than one month',
  'maximum of three months',
  'under 18',
  'under 13',
  'parent',
])('says %j [SH-11]', (figure) => {
  expect(text).toContain(figure)
})
