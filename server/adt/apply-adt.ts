import { randomUUID } from 'node:crypto'
import { type EhrField, ehrFields } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { settleBeds } from '../beds/index.ts'
import {
  changesOf,
  fieldsOf,
  knownBy,
  lastWord,
  nothingHeld,
  onKnownFloor,
  type Present,
  planRow,
  type Said,
  selectImportableByIds,
  selectImportableLike,
} from '../ehr-import/index.ts'
import { Hl7Refusal } from '../hl7/index.ts'
import type { Ctx } from '../platform/context.ts'
import { importResidents } from '../residents/index.ts'
import { type PersonRow, type Sender, selectPeople, selectPeopleOf, upsertPerson } from './adt.sql.ts'
import type { AdtEventRow } from './read-adt.ts'

interface Outcome {
  readonly state: 'applied' | 'waiting'
  readonly reason: string
  readonly resident_id: string | null
}

interface Options {
  /** a person wants the EHR's values, also where staff have changed them */
  readonly takesAll: boolean
  /** for the audit entries */
  readonly control_id: string
}

const ignored = (reason: string, resident_id: string | null = null): Outcome => ({
  state: 'applied',
  reason,
  resident_id,
})

/**
 * Applies one event in the transaction of `ctx`, by the rules of an import (EH-5). Each value is as of its message's
 * EVN-2: what a newer message has said is left as it is.
 * @throws Hl7Refusal before anything is written
 */
export async function applyAdt(ctx: Ctx, sender: Sender, row: AdtEventRow, options: Options): Promise<Outcome> {
  const { clinic_id, floors } = sender
  const named = await selectPeople(ctx, clinic_id, [row.externalId, ...(row.priorId === null ? [] : [row.priorId])])
  const people = new Map(named.map((person) => [person.external_id, person]))
  const merged = row.event === 'A40' ? mergedPeople(people, row) : []
  for (const one of merged) people.set(one.external_id, one)
  const external_id = survivorOf(people, row.externalId)
  const person = people.get(external_id)
  const { mr_no: _, ...exceptNumber } = row.said
  const told = onKnownFloor(external_id === row.externalId ? row.said : exceptNumber, floors)
  const lostFloor = row.said.floor && !told.floor ? m.ehr_import_floor_unknown({ floor: row.said.floor }) : ''
  const said = newest(told, person, row.happenedAt)
  const residents = person
    ? await selectImportableByIds(ctx, clinic_id, [person.resident_id])
    : await selectImportableLike(ctx, clinic_id, said)
  const links = person
    ? [person]
    : await selectPeopleOf(
        ctx,
        residents.map(({ resident_id }) => resident_id),
      )
  const known = knownBy(residents, links)
  const plan = planRow({ external_id, said: { ...person?.said, ...said } }, known)
  if (plan.kind === 'failed' || plan.candidates.length > 0) throw new Hl7Refusal('AE', plan.reason)
  for (const one of merged) await upsertPerson(ctx, clinic_id, one)
  const detail = { control_id: options.control_id, event: row.event }
  const saidAt = (fields: Said) => ({ ...person?.said_at, ...stamps(fields, row.happenedAt) })

  if (plan.resident_id === null) {
    // A patient of the EHR becomes a resident by arriving.
    const arrives = ['A01', 'A02', 'A06', 'A13'].includes(row.event)
    if (!arrives || said.status === '2') return ignored(m.adt_reason_nobody())
    const id = randomUUID()
    const add = [{ id, fields: fieldsOf({ ...nothingHeld, ...said }) }]
    await importResidents(ctx, { clinic_id, detail, add, change: [] })
    await upsertPerson(ctx, clinic_id, { external_id, resident_id: id, said, said_at: saidAt(said), merged_into: null })
    return ignored(lostFloor, id)
  }

  const resident = known.byId.get(plan.resident_id)!
  if (resident.held.status === '0') return ignored(m.adt_reason_deleted(), resident.id)
  const changes = changesOf(said, person?.said ?? {}, resident)
  // An update may report a death in passing; a person decides whether that ends the monitoring.
  const isTaken = ({ field, asks }: { field: EhrField; asks: boolean }) =>
    options.takesAll || row.about.includes(field) || (!asks && field !== 'status')
  const open = changes.filter((change) => !isTaken(change)).map(({ field }) => field)
  await change(
    ctx,
    sender,
    resident,
    said,
    changes.filter(isTaken).map(({ field }) => field),
    detail,
  )
  const heard = Object.fromEntries(Object.entries(said).filter(([field]) => !open.includes(field as EhrField)))
  await upsertPerson(ctx, clinic_id, {
    ...{ external_id, resident_id: resident.id, merged_into: null },
    said: lastWord(person?.said ?? {}, said, open),
    said_at: saidAt(heard),
  })
  await settleBeds(ctx, clinic_id, [resident.id])
  if (open.length > 0) {
    const reason = open.includes('status') ? m.adt_reason_died() : m.adt_reason_edited()
    return { state: 'waiting', reason, resident_id: resident.id }
  }
  const isLate = Object.keys(said).length < Object.keys(told).length
  return ignored(isLate ? m.adt_reason_late() : lostFloor, resident.id)
}

async function change(
  ctx: Ctx,
  { clinic_id }: Sender,
  { id, held, updated_at }: Present,
  said: Said,
  fields: readonly EhrField[],
  detail: { readonly control_id: string; readonly event: AdtEventRow['event'] },
): Promise<void> {
  if (fields.length === 0) return
  const next = Object.fromEntries(fields.map((field) => [field, said[field] ?? '']))
  const changed = { id, before: fieldsOf(held), fields: fieldsOf({ ...held, ...next }), changed: fields }
  const change = [{ ...changed, unchangedSince: updated_at }]
  const done = await importResidents(ctx, { clinic_id, detail, isUndo: detail.event === 'A13', add: [], change })
  if (!done.has(id)) throw new Hl7Refusal('AE', m.adt_reason_meanwhile())
}

/** What no newer message has said. */
function newest(said: Said, person: PersonRow | undefined, at: Temporal.Instant): Said {
  const isNewest = (field: string) => {
    const before = person?.said_at[field as EhrField]
    return before === undefined || Temporal.Instant.compare(at, Temporal.Instant.from(before)) >= 0
  }
  return Object.fromEntries(Object.entries(said).filter(([field]) => isNewest(field)))
}

const stamps = (said: Said, at: Temporal.Instant): Partial<Record<EhrField, string>> =>
  Object.fromEntries(ehrFields.filter((field) => said[field] !== undefined).map((field) => [field, at.toString()]))

/** By which number somebody is known now, after merges. */
function survivorOf(people: ReadonlyMap<string, PersonRow>, external_id: string): string {
  const into = people.get(external_id)?.merged_into ?? null
  return into === null ? external_id : survivorOf(people, into)
}

/**
 * The resident known by the prior record is known by the surviving one from now on, also in late messages (A40).
 * @throws Hl7Refusal when both are residents, because only a person knows which one is here
 */
function mergedPeople(people: ReadonlyMap<string, PersonRow>, { priorId, externalId }: AdtEventRow): PersonRow[] {
  const prior = people.get(priorId!)
  if (!prior || prior.merged_into !== null || priorId === externalId) return []
  const survivor = people.get(externalId)
  if (survivor && survivor.resident_id !== prior.resident_id) throw new Hl7Refusal('AE', m.adt_reason_both())
  // In this order, because a resident is known by one record at a time.
  return [
    { ...prior, merged_into: externalId },
    { ...prior, external_id: externalId },
  ]
}
