import { answerDays, answerMonths, extendedMonths } from '@eupnea/contract/privacy.ts'
import { expect, it } from 'vitest'
import { policySections, policyUpdated } from './policy-text.ts'

const text = JSON.stringify(policySections())
const tables = policySections()
  .flatMap(({ blocks }) => blocks)
  .flatMap((block) => (typeof block === 'object' && 'table' in block ? [block.table] : []))

it('has 17 numbered sections with their anchors [SH-11] [PR-1]', () => {
  expect(policySections().map(({ id }) => id)).toEqual(Array.from({ length: 17 }, (_, index) => `pp_p${index + 1}`))
  expect(policyUpdated).toBe('03/05/2019')
})

it('has the two tables, each row complete [SH-11] [PR-1]', () => {
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
])('says %j [SH-11] [PR-1]', (figure) => {
  expect(text).toContain(figure)
})

it('covers the topics that it has to, each in a section that says so [PR-1]', () => {
  const titles = policySections()
    .map(({ title }) => title)
    .join(' | ')
  for (const topic of [/data we collect/i, /lawful bases/i, /shared/i, /kept/i, /rights/i, /cookies/i, /contact/i])
    expect(titles).toMatch(topic)
  expect(policySections().every(({ blocks }) => blocks.length > 0)).toBe(true)
})

it('says what requests about personal data are held to [PR-1]', () => {
  expect({ answerDays, answerMonths, extendedMonths }).toEqual({ answerDays: 14, answerMonths: 1, extendedMonths: 3 })
})

it('says how counting is switched off, and that the browser may ask for it [PR-1]', () => {
  const cookies = JSON.stringify(policySections().find(({ id }) => id === 'pp_p14'))
  expect(cookies).toMatch(/switch this off under Privacy/)
  expect(cookies).toMatch(/Do Not Track or Global Privacy Control/)
})

it('says what the browser keeps, also what nobody has chosen [PR-1]', () => {
  const cookies = JSON.stringify(policySections().find(({ id }) => id === 'pp_p14'))
  for (const kept of [
    /Under names beginning with eupnea\./,
    /when you last used the portal/,
    /which notifications it has shown/,
  ])
    expect(cookies).toMatch(kept)
})

it('says that a health record system is told of respiration rates, and does not only tell of residents [PR-1]', () => {
  const { rows } = tables.find(({ columns }) => columns.includes('Recipient'))!
  expect(rows.find(([recipient]) => recipient?.startsWith('Health record systems'))?.[1]).toMatch(/respiration rates/)
})
