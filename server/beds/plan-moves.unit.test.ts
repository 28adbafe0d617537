import { describe, expect, it } from 'vitest'
import type { Mismatch } from './beds.sql.ts'
import { planMoves } from './plan-moves.ts'

/** A resident who has moved to a room, and the sensor that they had. */
const moved = (resident_id: string, device_id: string, room: string, floor = ''): Mismatch => ({
  ...{ clinic_id: 'c', device_name: device_id, first_name: 'A', last_name: 'B', preferred_name: '' },
  ...{ resident_id, device_id, room, floor, sensor_room: '', sensor_floor: '', raised_at: null },
})
const sensor = (device_id: string, room: string, resident_id: string | null = null, floor = '') => ({
  ...{ device_id, room, floor, resident_id },
})

describe('links that move with their residents', () => {
  it('go to the free sensor of the new bed, and nowhere else [EH-5]', () => {
    const devices = [sensor('s1', '101', 'a'), sensor('s2', ' 102 '), sensor('s3', '103', 'c')]
    expect(planMoves([moved('a', 's1', '102')], devices)).toEqual([{ resident_id: 'a', from: 's1', to: 's2' }])
    for (const room of ['103', '104']) expect(planMoves([moved('a', 's1', room)], devices)).toEqual([])
  })

  it('swap and rotate whole, or not at all [EH-5]', () => {
    const devices = [sensor('s1', '101', 'a'), sensor('s2', '102', 'b'), sensor('s3', '103', 'c')]
    const [a, b, c] = [moved('a', 's1', '102'), moved('b', 's2', '103'), moved('c', 's3', '101')]
    expect(planMoves([a, b, c], devices)).toHaveLength(3)
    expect(planMoves([a, b], devices)).toEqual([])
    expect(planMoves([a, b, moved('c', 's3', '999')], devices)).toEqual([])
  })

  it('stay where two want one sensor, a bed has two, or the floor is another [EH-5]', () => {
    const devices = [sensor('s1', '101', 'a'), sensor('s2', '102', 'b'), sensor('s3', '103', null, '1')]
    expect(planMoves([moved('a', 's1', '103'), moved('b', 's2', '103')], devices)).toEqual([])
    expect(planMoves([moved('a', 's1', '103')], [...devices, sensor('s4', '103')])).toEqual([])
    expect(planMoves([moved('a', 's1', '103', '2')], devices)).toEqual([])
    expect(planMoves([moved('a', 's1', '103', '1')], devices)).toHaveLength(1)
  })
})
