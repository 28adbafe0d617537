import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPieces } from './cut-pieces.ts'

const hz = 20
/** 15 breaths a minute */
const breathing = (seconds: number, amplitude: number, level = 0) =>
  Float32Array.from({ length: hz * seconds }, (_, n) => level + amplitude * Math.sin((2 * Math.PI * n) / hz / 4))
const cut = (samples: Float32Array) => cutPieces({ name: 'r', hz, samples }).pieces
const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

test('a recording becomes pieces of one second around 0, and the rest of a second is dropped [LI-10]', () => {
  const pieces = cut(breathing(30.5, 4, 900))
  expect(pieces).toHaveLength(30)
  const expected = breathing(30, 4)
  pieces.flat().forEach((sample, index) => {
    expect(Math.abs(sample! - expected[index]!)).toBeLessThan(0.4)
  })
  expect(cut(breathing(0.9, 4))).toEqual([])
})

test.each([
  ['volts', 0.1],
  ['airflow', 4_000],
])('%s get the span of a chest; millimetres stay as they are [LI-10]', (_unit, amplitude) => {
  const scaled = span(cut(breathing(60, amplitude, 7)).flatMap((piece) => piece!))
  expect(scaled).toBeGreaterThan(5)
  expect(scaled).toBeLessThan(7)
  expect(span(cut(breathing(60, 10, 7)).flatMap((piece) => piece!))).toBeCloseTo(20, 1)
})

test('a second with a hole is left out, and the others stay in their place [LI-10]', () => {
  const samples = breathing(4, 4)
  samples[25] = Number.NaN
  expect(cut(samples).map((piece) => piece?.length ?? null)).toEqual([20, null, 20, 20])
})

test('whatever was recorded, a piece is a second of numbers, or none [LI-10]', () => {
  fc.assert(
    fc.property(fc.array(fc.float(), { maxLength: 500 }), (values) => {
      for (const piece of cut(Float32Array.from(values))) {
        if (!piece) continue
        expect(piece).toHaveLength(hz)
        expect(piece.every(Number.isFinite)).toBe(true)
      }
    }),
  )
})
