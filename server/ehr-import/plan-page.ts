import { ehrFields } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { type Incoming, type Said, shownName } from './incoming.ts'
import { changesOf, type Known, kindOf, onKnownFloor, type Plan, planRow } from './plan-row.ts'
import type { NewRow } from './rows.sql.ts'

/** The people met so far in a run. */
export interface Seen {
  readonly ids: Set<string>
  readonly recordNumbers: Set<string>
  /** residents matched to a row of the run */
  readonly residents: Set<string>
}

/** Plans one row of the EHR for the preview. */
export function planIncoming(row: Incoming, no: number, known: Known, floors: readonly string[], seen: Seen): NewRow {
  const told = 'said' in row ? { ...row, said: onKnownFloor(row.said, floors) } : row
  const plan = refuseTwins(told, planRow(told, known), seen)
  const said = 'said' in told ? told.said : null
  // A listed person has not left, even if their data can't be used.
  if (row.external_id !== null) seen.ids.add(row.external_id)
  if (said?.mr_no) seen.recordNumbers.add(said.mr_no)
  if (plan.resident_id) seen.residents.add(plan.resident_id)
  const remark = 'said' in row ? row.remark : undefined
  const lostFloor = 'said' in row && !said?.floor && plan.kind !== 'unchanged' ? row.said.floor : undefined
  return {
    no,
    external_id: row.external_id,
    kind: plan.kind,
    reason: [...new Set([plan.reason, lostFloor && m.ehr_import_floor_unknown({ floor: lostFloor }), remark])]
      .filter(Boolean)
      .join('; '),
    name: 'said' in row ? (row.who ?? shownName(row.said.first_name, row.said.last_name)) : row.who,
    incoming: plan.isDone ? null : said,
    resident_id: plan.resident_id,
    candidates: plan.candidates,
    changes: plan.changes,
    planned_at: plan.planned_at,
    is_certain: isCertain(plan, told),
    applied: plan.isDone ? false : null,
  }
}

/**
 * Whether a scheduled import may write it without a person (EH-4): the EHR's own id or record number says who it is,
 * staff have entered nothing else, and nobody's monitoring begins again or ends by it. A new resident is certain if
 * nobody here has their name.
 */
const isCertain = ({ kind, changes }: Plan, row: Incoming): boolean =>
  kind === 'unchanged' ||
  ('said' in row &&
    !row.replaces &&
    !row.remark &&
    (kind === 'create' || kind === 'update') &&
    changes.every(({ field, asks }) => !asks && field !== 'status'))

function refuseTwins(row: Incoming, plan: Plan, seen: Seen): Plan {
  const fail = (reason: string): Plan => ({
    ...plan,
    kind: 'failed',
    reason,
    changes: [],
    candidates: [],
    isDone: true,
  })
  if (plan.kind === 'failed') return plan
  if (row.external_id !== null && seen.ids.has(row.external_id)) return fail(m.ehr_import_reason_twice_id())
  const isNew = plan.kind === 'create' || (plan.kind === 'ask' && plan.resident_id === null)
  if ('said' in row && row.said.mr_no && isNew && seen.recordNumbers.has(row.said.mr_no))
    return fail(m.ehr_import_reason_twice_record())
  if (plan.resident_id && seen.residents.has(plan.resident_id)) return fail(m.ehr_import_reason_twice_resident())
  return plan
}

/** This many may leave at once without confirmation of each. */
const fewLeaving = 5

/** People who were imported before and are no longer listed have left. @param no number of the first new row */
export function planLeaving(known: Known, seen: Seen, no: number): NewRow[] {
  const rows: NewRow[] = []
  for (const [external_id, link] of known.linkOf) {
    const resident = known.byId.get(link.resident_id)
    if (seen.ids.has(external_id) || !resident || resident.held.status === '0') continue
    const said: Said = { status: '2' }
    const changes = changesOf(said, link.said, resident)
    if (changes.length === 0 && link.said.status === '2') continue
    rows.push({
      no: no + rows.length,
      external_id,
      ...kindOf(changes),
      name: shownName(resident.held.first_name, resident.held.last_name),
      incoming: said,
      resident_id: resident.id,
      candidates: [],
      changes,
      planned_at: resident.updated_at,
      // It follows from silence alone.
      is_certain: false,
      applied: null,
    })
  }
  const present = [...known.linkOf.values()].filter(
    ({ resident_id }) => known.byId.get(resident_id)?.held.status === '1',
  )
  const leaving = rows.filter(({ kind }) => kind === 'discharge')
  if (leaving.length <= Math.max(fewLeaving, present.length / 2)) return rows
  // Too many are missing: the EHR may have lost data or shows another clinic's, so a person must decide.
  const reason = m.ehr_import_reason_leaving({
    leaving: numberText(leaving.length),
    present: numberText(present.length),
  })
  const asked = (row: NewRow): NewRow => ({
    ...row,
    kind: 'ask',
    reason,
    changes: row.changes.map((change) => ({ ...change, asks: true })),
  })
  return rows.map((row) => (row.kind === 'discharge' ? asked(row) : row))
}

/** What to remember as said by the EHR while the fields in `open` are undecided. */
export function lastWord(before: Said, said: Said, open: readonly string[]): Said {
  const word: Said = { ...before }
  for (const field of ehrFields) {
    const value = said[field]
    if (value !== undefined && !open.includes(field)) word[field] = value
  }
  return word
}
