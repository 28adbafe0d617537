import type { FhirType } from '@eupnea/contract/rules/fhir-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { findMinutes } from './find-minutes.ts'
import type { Interval } from './intervals.ts'
import { selectSpans } from './minutes.sql.ts'
import { rowResources } from './row-resources.ts'
import { isChangedAfter, selectRows } from './rows.sql.ts'
import { shapeMinutes } from './shape-minutes.ts'

interface Part {
  readonly type: FhirType
  /** address of the endpoint */
  readonly base: string
  /** only what has changed since; null: all */
  readonly since: Temporal.Instant | null
  /** minutes that weren't over then are left out */
  readonly until: Temporal.Instant
  /** where the part before ended; null: from the beginning */
  readonly after: string | null
  readonly limit: number
}

interface Exported {
  readonly resources: readonly object[]
  /** where the next part begins; null: this is the last one */
  readonly position: string | null
}

/** Part of all resources of a type in the scope of `ctx`, in an order that stays (FH-1). */
export const exportedResources = (ctx: Ctx, part: Part): Promise<Exported> =>
  part.type === 'Observation' ? observations(ctx, part) : rows(ctx, { ...part, type: part.type })

async function rows(ctx: Ctx, part: Part & { type: keyof typeof rowResources }): Promise<Exported> {
  const { type, base, since, after, limit } = part
  const { kind, shape } = rowResources[type]
  // Only patients say when they were changed.
  const changed = since && type === 'Patient' ? [isChangedAfter(since.epochMilliseconds)] : []
  const found = await selectRows<{ clinic_id: string }>(ctx, kind, changed, {
    sort: [],
    count: limit,
    after: after === null ? null : [after],
  })
  return { resources: found.rows.map((row) => shape(row, base)), position: found.next?.[0] ?? null }
}

/** Residents looked at in one query. */
const residentsAtOnce = 200

/** Resident by resident; `after` is a resident, and a minute if part of theirs was before. */
async function observations(ctx: Ctx, part: Part): Promise<Exported> {
  const { base, since, until, limit } = part
  const updated: Interval[] | undefined = since ? [[since.epochMilliseconds + 1, Infinity]] : undefined
  const resources: object[] = []
  let [resident, minute] = (part.after?.split(' ') ?? ['', '']) as [string, string?]
  for (;;) {
    const page = { sort: [], count: residentsAtOnce, after: resident ? [resident] : null }
    const begun = minute ? [resident] : []
    const { rows: patients, next } = await selectRows<{ resident_id: string }>(ctx, rowResources.Patient.kind, [], page)
    for (const id of [...begun, ...patients.map(({ resident_id }) => resident_id)]) {
      const after = minute && id === resident ? { minute: Number(minute), resident_id: id } : null
      const spans = await selectSpans(ctx, [id])
      const wanted = { spans, dates: [[-Infinity, Infinity] as const], updated, before: until.epochMilliseconds }
      const found = await findMinutes(ctx, wanted, { isDescending: false, after, limit: limit - resources.length })
      resources.push(...(await shapeMinutes(ctx, found, spans, base)))
      if (resources.length >= limit) return { resources, position: `${id} ${found.at(-1)!.minute.epochMilliseconds}` }
    }
    if (!next) return { resources, position: null }
    ;[resident, minute] = [next[0]!, undefined]
  }
}
