import { describe, expect, it } from 'vitest'
import { scoreWord } from './score-word.ts'

describe('the r-score in words', () => {
  it('says how far from usual, not a number that reads as breaths [DA-1]', () => {
    const words = (upper_score: number, lower_score: number) => scoreWord({ upper_score, lower_score })
    expect([words(0, 0), words(0, 6), words(24, 0)]).toEqual(['Usual', 'Usual', 'Usual'])
    expect([words(25, 0), words(50, 0), words(100, 0)]).toEqual([
      'Higher than usual',
      'Much higher than usual',
      'Much higher than usual',
    ])
    expect([words(0, 49), words(0, 50)]).toEqual(['Lower than usual', 'Much lower than usual'])
  })
})
