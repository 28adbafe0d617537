import { expect, it } from 'vitest'
import { createIdleClock } from './idle-clock.ts'

const minute = 60_000

function browser() {
  let at = 1_000_000_000
  let shared: number | null = null
  const open = () =>
    createIdleClock({
      now: () => at,
      read: () => shared,
      write: (value) => {
        shared = value
      },
      limitMs: () => 30 * minute,
    })
  return {
    open,
    wait: (ms: number) => {
      at += ms
    },
    forget: () => {
      shared = null
    },
  }
}

it('is over after the limit without a touch, and not before [SH-19]', () => {
  const { open, wait } = browser()
  const clock = open()
  wait(30 * minute - 1)
  expect(clock.isOver()).toBe(false)
  wait(1)
  expect(clock.isOver()).toBe(true)
})

it('starts anew with each touch [SH-19]', () => {
  const { open, wait } = browser()
  const clock = open()
  wait(29 * minute)
  clock.touch()
  wait(29 * minute)
  expect(clock.isOver()).toBe(false)
  wait(minute)
  expect(clock.isOver()).toBe(true)
})

it('counts a touch in any other tab [SH-19]', () => {
  const { open, wait } = browser()
  const here = open()
  const there = open()
  wait(29 * minute)
  there.touch()
  wait(29 * minute)
  expect(here.isOver()).toBe(false)
  wait(minute)
  expect(here.isOver()).toBe(true)
})

it('is over after a night of sleep in which no timer ran [SH-19]', () => {
  const { open, wait } = browser()
  const clock = open()
  wait(9 * 60 * minute)
  expect(clock.isOver()).toBe(true)
})

it('survives a clock that is set back and a browser that stores nothing [SH-19]', () => {
  const { open, wait, forget } = browser()
  const clock = open()
  forget()
  wait(-5 * 60 * minute)
  expect(clock.isOver()).toBe(false)
  wait(30 * minute)
  expect(clock.isOver()).toBe(true)
})
