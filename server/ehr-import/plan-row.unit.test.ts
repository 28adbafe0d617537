import { expect, it } from 'vitest'
import { planIncoming, planLeaving } from './plan-page.ts'
import { type Known, type Present, planRow } from './plan-row.ts'

const said = { first_name: 'Alan', last_name: 'Turing', room: '102', status: '1' }

/** A previously imported resident, about whom the EHR last said `said`. */
function imported(status: string): Known {
  const held = { ...said, dob: '', gender: '', mr_no: '', floor: '', date_of_admission: '', status }
  const resident: Present = { id: 'r1', held, updated_at: '2026-03-01T00:00:00Z' }
  return {
    byId: new Map([['r1', resident]]),
    byRecordNumber: new Map(),
    byName: new Map(),
    linkOf: new Map([['e1', { resident_id: 'r1', said }]]),
    linked: new Set(['r1']),
  }
}
const nobody = () => ({ ids: new Set<string>(), recordNumbers: new Set<string>(), residents: new Set<string>() })
const seen = nobody()

it('changes nothing of who was deleted here, whatever the EHR says anew [EH-3]', () => {
  const moved = { external_id: 'e1', said: { ...said, room: '300' } }
  expect(planRow(moved, imported('1'))).toMatchObject({ kind: 'update', isDone: false })
  expect(planRow(moved, imported('0'))).toMatchObject({ kind: 'unchanged', changes: [], isDone: true })
  expect(planLeaving(imported('1'), seen, 1)).toMatchObject([{ kind: 'discharge' }])
  expect(planLeaving(imported('0'), seen, 1)).toEqual([])
})

it('asks about each when more than five leave who are more than half [EH-3]', () => {
  const present = imported('1').byId.get('r1')!
  const kindsOf = (here: number, leaving: number) => {
    const ids = Array.from({ length: here }, (_, no) => String(no))
    const known = {
      ...imported('1'),
      byId: new Map(ids.map((id) => [id, { ...present, id }])),
      linkOf: new Map(ids.map((id) => [id, { resident_id: id, said }])),
    }
    const rows = planLeaving(known, { ...seen, ids: new Set(ids.slice(leaving)) }, 1)
    expect(rows).toHaveLength(leaving)
    return [...new Set(rows.map(({ kind }) => kind))]
  }
  expect(kindsOf(5, 5)).toEqual(['discharge'])
  expect(kindsOf(6, 6)).toEqual(['ask'])
  expect(kindsOf(12, 6)).toEqual(['discharge'])
  expect(kindsOf(11, 6)).toEqual(['ask'])
})

it('writes nothing by itself that has a remark, or begins somebody’s monitoring again [EH-4]', () => {
  const plan = (row: object, known: Known) => planIncoming({ external_id: 'e1', said, ...row }, 1, known, [], nobody())
  expect(plan({ said: { ...said, room: '300' } }, imported('1'))).toMatchObject({ kind: 'update', is_certain: true })
  const remarked = plan({ said: { ...said, room: '300' }, remark: 'Partial date of birth' }, imported('1'))
  expect(remarked).toMatchObject({ kind: 'update', is_certain: false })
  const known = imported('2')
  const gone = { ...known, linkOf: new Map([['e1', { resident_id: 'r1', said: { ...said, status: '2' } }]]) }
  expect(plan({}, gone)).toMatchObject({ kind: 'update', changes: [{ field: 'status', to: '1' }], is_certain: false })
})

it('takes nobody of the same name born on another day for them, and empties no room that staff entered [EH-3]', () => {
  const known = imported('1')
  const present = { ...known.byId.get('r1')!, held: { ...known.byId.get('r1')!.held, dob: '1912-06-23' } }
  const named = {
    ...known,
    linkOf: new Map(),
    linked: new Set<string>(),
    byName: new Map([['alan\nturing', [present]]]),
  }
  const stranger = (dob: string) => planRow({ external_id: 'e2', said: { ...said, dob } }, named)
  expect(stranger('1912-06-23')).toMatchObject({ kind: 'ask', candidates: ['r1'] })
  expect(stranger('1950-01-01')).toMatchObject({ kind: 'create' })
  const { room: _, ...roomless } = said
  const silent = { ...known, linkOf: new Map([['e1', { resident_id: 'r1', said: roomless }]]) }
  expect(planRow({ external_id: 'e1', said: { ...said, room: '' } }, silent)).toMatchObject({ kind: 'unchanged' })
})
