import { randomUUID } from 'node:crypto'
import { type EhrField, ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { settleBeds } from '../beds/index.ts'
import { setEhrStatus } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { importResidents, type ResidentsImport } from '../residents/index.ts'
import { endRun } from './end-run.ts'
import { fieldsOf, nothingHeld, presentOf } from './known-residents.ts'
import { type LinkRow, selectImportableByIds, selectLinks, selectTakenNumbers, upsertLinks } from './links.sql.ts'
import { lastWord } from './plan-page.ts'
import { type Change, changesOf, type Present } from './plan-row.ts'
import { hasRowsToSee, markRows, type PreviewRow, selectWaitingRows } from './rows.sql.ts'
import { inTransaction, RunLost, type RunWork, teller } from './run-work.ts'
import { lockRun, moveRun, type RunRow } from './runs.sql.ts'

const batchSize = 1_000

/** Writes what the preview showed and a person confirmed, in batches, each in one transaction with its rows' state. */
export async function applyRun(work: RunWork, run: RunRow): Promise<void> {
  const links = await inTransaction(
    work,
    async (ctx) =>
      new Map((await selectLinks(ctx, run.clinic_id, run.source)).map((link) => [link.resident_id, link] as const)),
  )
  const tell = teller(run.clinic_id)
  for (;;) {
    work.signal.throwIfAborted()
    const isDone = await inTransaction(work, async (ctx) => {
      if ((await lockRun(ctx, run.id)) !== 'applying') throw new RunLost()
      const rows = await selectWaitingRows(ctx, run, batchSize)
      if (rows.length > 0) await applyBatch(ctx, run, rows, links)
      await tell(ctx)
      if (rows.length === batchSize) return false
      if (run.applies === 'certain' && (await waitForPerson(ctx, work, run))) return true
      if (!(await endRun(ctx, run, 'done', { from: ['applying'], worker: work.worker }))) throw new RunLost()
      return true
    })
    if (isDone) return
  }
}

/** What is not certain waits for a person (EH-4). @returns false when nothing waits */
async function waitForPerson(ctx: Ctx, { worker }: RunWork, run: RunRow): Promise<boolean> {
  if (!(await hasRowsToSee(ctx, run.id))) return false
  const values = { state: 'preview', applies: 'all', worker: null, lease_until: null }
  if (!(await moveRun(ctx, run.id, ['applying'], values, worker))) throw new RunLost()
  await setEhrStatus(ctx, run.clinic_id, ehrStatusOf.preview)
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id: run.clinic_id })
  return true
}

interface Outcome {
  readonly no: number
  applied: boolean
  resident_id: string | null
  reason: string
}

/** What becomes of a row: a new resident, a change, or only a record of what the EHR said. */
async function applyBatch(
  ctx: Ctx,
  run: RunRow,
  rows: readonly PreviewRow[],
  /** by resident */
  links: ReadonlyMap<string, LinkRow>,
): Promise<void> {
  const residents = new Map(
    (
      await selectImportableByIds(
        ctx,
        run.clinic_id,
        rows.flatMap(({ resident_id }) => resident_id ?? []),
      )
    ).map((row) => [row.resident_id, presentOf(row)]),
  )
  const numbers = rows.filter(isNew).flatMap(({ incoming }) => incoming?.mr_no ?? [])
  const taken = await selectTakenNumbers(ctx, run.clinic_id, numbers)
  const add: ResidentsImport['add'][number][] = []
  const change: (ResidentsImport['change'][number] & { outcome: Outcome })[] = []
  const words: (LinkRow & { outcome: Outcome })[] = []
  const outcomes = rows.map((row) => {
    const outcome: Outcome = { no: row.no, applied: false, resident_id: row.resident_id, reason: row.reason }
    const { incoming: said, external_id } = row
    if (!said || external_id === null || row.decision === 'skip') return outcome
    if (isNew(row)) {
      // A person who decided that this is somebody else has seen the duplicate number.
      if (row.kind === 'create' && said.mr_no && taken.has(said.mr_no)) {
        outcome.reason = m.ehr_import_reason_added()
        return outcome
      }
      const id = randomUUID()
      Object.assign(outcome, { applied: true, resident_id: id })
      add.push({ id, fields: fieldsOf({ ...nothingHeld, ...said }) })
      words.push({ external_id, resident_id: id, said, outcome })
      return outcome
    }
    const resident = row.resident_id === null ? undefined : residents.get(row.resident_id)
    if (!resident) return outcome
    const before = links.get(resident.id)?.said ?? {}
    const { fields, open } = decided(row, resident, before)
    outcome.applied = true
    if (fields.length > 0) {
      const next = Object.fromEntries(fields.map((field) => [field, said[field] ?? '']))
      change.push({
        id: resident.id,
        before: fieldsOf(resident.held),
        fields: fieldsOf({ ...resident.held, ...next }),
        changed: fields,
        // Changes apply to the record as the person saw it; for a resident they chose themselves, to the record as it
        // is now.
        unchangedSince: row.planned_at && row.decision !== 'link' ? row.planned_at.toString() : resident.updated_at,
        outcome,
      })
    } else if (row.kind === 'ask' && row.decision === null) outcome.applied = false
    words.push({ external_id, resident_id: resident.id, said: lastWord(before, said, open), outcome })
    return outcome
  })
  const detail = { run_id: run.id, confirmed_by: run.confirmed_by }
  const done = await importResidents(ctx, { clinic_id: run.clinic_id, detail, add, change })
  for (const { id, outcome } of change)
    if (!done.has(id)) Object.assign(outcome, { applied: false, reason: m.ehr_import_reason_changed() })
  const lost = new Set(change.filter(({ id }) => !done.has(id)).map(({ outcome }) => outcome))
  const said = words.filter(({ outcome }) => !lost.has(outcome))
  await upsertLinks(
    ctx,
    run.clinic_id,
    run.source,
    said.map(({ external_id, resident_id, said }) => ({ external_id, resident_id, said })),
  )
  await markRows(ctx, run.id, outcomes)
  if (done.size > 0) await settleBeds(ctx, run.clinic_id, [...done])
}

const isNew = ({ kind, decision }: PreviewRow): boolean => kind === 'create' || decision === 'new'

/** Splits fields into those to write and those that wait for a decision. */
function decided(
  row: PreviewRow,
  resident: Present,
  before: LinkRow['said'],
): { fields: EhrField[]; open: EhrField[] } {
  const changes = row.decision === 'link' ? changesOf(row.incoming ?? {}, before, resident) : row.changes
  const isTaken = ({ field, asks }: Change) => !asks || (row.decision !== null && row.take.includes(field))
  // Choosing the resident doesn't decide whose values are right.
  const isSettled = row.decision === 'apply'
  const fields = changes.filter(isTaken)
  const open = isSettled ? [] : changes.filter((change) => !isTaken(change))
  return { fields: fields.map(({ field }) => field), open: open.map(({ field }) => field) }
}
