import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import type { PortalEvent } from '../../platform/events.ts'
import { createLog } from '../../platform/log.ts'
import { newBed } from '../bed/bed.ts'
import { keepState } from './keep-state.ts'
import { LiveState } from './live-state.ts'

/** A database without devices that counts full reloads. */
function emptyDatabase() {
  const asked = { all: 0 }
  const query = async (text: string) => {
    if (text === 'select device_no from device_places') asked.all++
    return { rows: [] }
  }
  return { asked, pool: { query } as unknown as pg.Pool }
}

const changed = (noun: 'devices' | 'clinics'): PortalEvent => ({ type: 'changed', noun, clinic_id: 'c1' })

it('reads all devices once more, however often it is told of them meanwhile [LI-6]', async () => {
  const { asked, pool } = emptyDatabase()
  const keeper = await keepState(new LiveState(), pool, createLog('silent'), async () => {})
  asked.all = 0
  for (let nth = 0; nth < 50; nth++) keeper.handle(changed('devices'))
  await keeper.settled()
  expect(asked.all).toBe(1)
  keeper.handle(changed('devices'))
  await keeper.settled()
  expect(asked.all).toBe(2)
  await keeper.close()
})

it('reads devices that change together in one go, also those that change while it reads [LI-6]', async () => {
  const asked: string[][] = []
  const query = async (text: string, values?: unknown[]) => {
    if (text.endsWith('where p.device_id = any ($2)')) asked.push(values![1] as string[])
    return { rows: [] }
  }
  const keeper = await keepState(new LiveState(), { query } as unknown as pg.Pool, createLog('silent'), async () => {})
  const change = (device_id: string) => keeper.handle({ ...changed('devices'), device_id } as PortalEvent)
  for (let nth = 0; nth < 50; nth++) change(`d${nth}`)
  await Promise.resolve()
  await Promise.resolve()
  change('d0')
  await keeper.settled()
  expect(asked.map((ids) => ids.length)).toEqual([50, 1])
  await keeper.close()
})

it('reads no device for what is changed of a facility', async () => {
  const { asked, pool } = emptyDatabase()
  const keeper = await keepState(new LiveState(), pool, createLog('silent'), async () => {})
  asked.all = 0
  keeper.handle(changed('clinics'))
  await keeper.settled()
  expect(asked.all).toBe(0)
  await keeper.close()
})

it('tells of an empty bed whichever node watches it, and reads it first where another knew more [WA-2]', async () => {
  const { pool } = emptyDatabase()
  const state = new LiveState()
  const happened: string[] = []
  const keeper = await keepState(state, pool, createLog('silent'), async (_, { event }) => void happened.push(event))
  const bed = newBed(placeWith({}), defaultBaseline)
  state.put(bed)
  keeper.handle({ type: 'bed_emptied', device_id: bed.place.id })
  await keeper.settled()
  expect(happened).toEqual(['emptied'])
  // By now the database has no such device.
  state.doubt([bed.place.no])
  keeper.handle({ type: 'bed_emptied', device_id: bed.place.id })
  await keeper.settled()
  expect([happened, state.size]).toEqual([['emptied'], 0])
  await keeper.close()
})
