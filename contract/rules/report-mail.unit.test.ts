import { describe, expect, it } from 'vitest'
import { initialsOf, reportFileName, reportPassword, reportSubject, senderDetail } from './report-mail.ts'

describe('a report by e-mail', () => {
  it.each([
    ['Ada Byron', 'AB'],
    ['  ada   lovelace-byron ', 'ALB'],
    ['Ana Maria de la Cruz', 'AMC'],
    ['Ada Mary Jane Byron', 'AMB'],
    ['Zoë', 'Z'],
    ['محمد الحسن', 'ما'],
    ['Łukasz Żółć', 'ŁŻ'],
    ['123 !', 'X'],
    ['', 'X'],
  ])('takes of %j the initials %s [RP-5]', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it('is named from the sender and the day of sending, and so is its password [RP-5]', () => {
    expect(senderDetail('Ada Byron', '2026-03-09')).toBe('AB-0309')
    expect(reportFileName('Ada Byron', '2026-03-09')).toBe('AB-0309.pdf')
    expect(reportPassword('Ada Byron', '2026-03-09')).toBe('AB0309')
  })

  it('says in its subject which day and facility it is of, and which floor [RP-5]', () => {
    expect(reportSubject('Maple Court', '2026-11-20')).toBe('Daily Report: 11/20/2026 - Maple Court')
    expect(reportSubject('Maple Court', '2026-11-20', 'all')).toBe('Daily Report: 11/20/2026 - Maple Court')
    expect(reportSubject('Maple Court', '2026-11-20', '2')).toBe('Daily Report: 11/20/2026 - Maple Court | Floor 2')
  })
})
