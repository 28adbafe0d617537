import { cellMinutes, mean } from '@eupnea/contract/rules/night.ts'
import { baselineMinimumMinutes } from '@eupnea/contract/rules/r-score.ts'
import { type NotNull, sql } from 'kysely'
import { ownOldMinutes } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'

/**
 * No table of its own. Reads the views resident_places, resident_spans, resident_minutes,
 * resident_usuals and excluded_times.
 */

/** [since, until) */
export interface Span {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

export const selectClinicOfNights = async ({ db }: Ctx, resident_id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('resident_places')
      .where('resident_id', '=', resident_id)
      .select('clinic_id')
      .$narrowType<{ clinic_id: NotNull }>()
      .executeTakeFirst()
  )?.clinic_id

/** Residents of a floor, or of all, in the order of their rooms. */
export const selectResidentsOfNight = async ({ db }: Ctx, clinic_id: string, floor: string | null): Promise<string[]> =>
  (
    await db
      .selectFrom('resident_places')
      .where('clinic_id', '=', clinic_id)
      .where('status', '=', 1)
      .$if(floor !== null, (query) => query.where('floor', '=', floor))
      .orderBy('room')
      .orderBy('resident_id')
      .select('resident_id')
      .$narrowType<{ resident_id: NotNull }>()
      .execute()
  ).map(({ resident_id }) => resident_id)

export interface CellRow {
  readonly resident_id: string
  /** indices of the night and of the cell in it */
  readonly night: number
  readonly cell: number
  /** null: no reading that can be believed, or none that could show an empty bed (WA-9) */
  readonly bed: number | null
  readonly rate: number | null
  readonly minutes_in_bed: number
}

/** Cells with any minute. */
export async function selectCells(ctx: Ctx, residents: readonly string[], nights: readonly Span[]): Promise<CellRow[]> {
  const sinces = nights.map(({ since }) => since.toString())
  const untils = nights.map(({ until }) => until.toString())
  // Constants for the planner, so that only the partitions of these days are read.
  const { rows } = await sql<CellRow>`
    with cells as materialized (
      select m.resident_id, m.device_no, n.idx, n.since,
        floor(extract(epoch from m.minute - n.since) / ${cellMinutes * 60})::int as cell,
        count(*) filter (where t.resident_id is null) as n,
        count(*) filter (where t.resident_id is null and m.n_presence * 2 >= m.n) as n_in_bed,
        count(*) filter (where t.resident_id is null and m.n_rr > 0) as n_rate,
        sum(m.sum_rr / nullif(m.n_rr, 0)) filter (where t.resident_id is null) as sum_rate,
        bool_or(m.n_dist > 0) as has_distance
      from unnest(${sinces}::timestamptz[], ${untils}::timestamptz[]) with ordinality n (since, until, idx)
      join resident_minutes m on m.minute >= n.since and m.minute < n.until
      left join excluded_times t on t.resident_id = any (${[...residents]}::text[])
        and t.resident_id = m.resident_id and m.minute >= t.since and m.minute < t.until
      where m.resident_id = any (${[...residents]}::text[])
        and m.minute >= ${sinces.at(-1)}::timestamptz and m.minute < ${untils[0]}::timestamptz
      group by 1, 2, 3, 4, 5
    ), sensors as (
      -- It knows an empty bed from its first distance on (WA-9).
      select device_no, idx,
        case when knows_distance(device_no, min(since)) then 0 else min(cell) filter (where has_distance) end as knows_from
      from cells group by device_no, idx
    )
    select resident_id, (idx - 1)::int as night, cell,
      sum(n_in_bed)::float8 / nullif(sum(case when cell >= knows_from then n else n_in_bed end), 0)::float8 as bed,
      sum(sum_rate) / nullif(sum(n_rate), 0)::float8 as rate,
      sum(n_in_bed)::int as minutes_in_bed
    from cells join sensors using (device_no, idx)
    group by 1, 2, 3`.execute(ctx.db)
  return [...rows, ...(await oldCells(ctx, residents, nights))]
}

/** The same of minutes that have left the database (AR-3). */
async function oldCells(ctx: Ctx, residents: readonly string[], nights: readonly Span[]): Promise<CellRow[]> {
  const times = residents.flatMap((resident_id) => nights.map((span, night) => ({ ...span, resident_id, night })))
  const cells = new Map<
    string,
    {
      row: Pick<CellRow, 'resident_id' | 'night' | 'cell'>
      minutes: { sensor: string; isInBed: boolean }[]
      rates: number[]
    }
  >()
  const excluded = await selectExcluded(ctx, residents, { since: nights.at(-1)!.since, until: nights[0]!.until })
  const knowsFrom = await selectKnowing(ctx, times)
  for await (const { index, device_no, ts, n, n_dist, n_presence, n_rr, sum_rr } of ownOldMinutes(ctx, times)) {
    const { resident_id, night, since } = times[index]!
    const row = { resident_id, night, cell: Math.floor((ts - since.epochMilliseconds) / (cellMinutes * 60_000)) }
    const sensor = `${index} ${device_no}`
    if (n_dist > 0) knowsFrom.set(sensor, Math.min(row.cell, knowsFrom.get(sensor) ?? row.cell))
    const cell = cells.getOrInsertComputed(`${index} ${row.cell}`, () => ({ row, minutes: [], rates: [] }))
    if (excluded.get(resident_id)?.some(({ since, until }) => since <= ts && ts < until)) continue
    cell.minutes.push({ sensor, isInBed: n_presence * 2 >= n })
    if (n_rr > 0) cell.rates.push(sum_rr / n_rr)
  }
  return [...cells.values()].map(({ row, minutes, rates }) => {
    const known = minutes.filter(({ sensor, isInBed }) => isInBed || row.cell >= (knowsFrom.get(sensor) ?? Infinity))
    return {
      ...{ ...row, bed: mean(known.map(({ isInBed }) => (isInBed ? 1 : 0))), rate: mean(rates) },
      minutes_in_bed: known.filter(({ isInBed }) => isInBed).length,
    }
  })
}

/** The sensors that know an empty bed from a night's beginning, its cell 0 (WA-9). */
async function selectKnowing({ db }: Ctx, times: readonly (Span & { resident_id: string })[]) {
  const { rows } = await sql<{ sensor: string }>`
    select distinct (t.idx - 1) || ' ' || s.device_no as sensor
    from unnest(${times.map(({ resident_id }) => resident_id)}::text[],
      ${times.map(({ since }) => since.toString())}::timestamptz[],
      ${times.map(({ until }) => until.toString())}::timestamptz[]) with ordinality t (resident_id, since, until, idx)
    join resident_spans s on s.resident_id = t.resident_id and s.first_minute < t.until
      and (s.end_minute is null or s.end_minute > t.since)
    where knows_distance(s.device_no, t.since)`.execute(db)
  return new Map(rows.map(({ sensor }) => [sensor, 0]))
}

/** Times whose measurements aren't shown, by resident, ms. */
async function selectExcluded({ db }: Ctx, residents: readonly string[], { since, until }: Span) {
  const rows = await db
    .selectFrom('excluded_times')
    .where('resident_id', '=', sql<string>`any(${[...residents]}::text[])`)
    .where('since', '<', until)
    .where('until', '>', since)
    .select(['resident_id', sql<number>`(extract(epoch from since) * 1000)::float8`.as('since')])
    .select(sql<number>`(extract(epoch from until) * 1000)::float8`.as('until'))
    .$narrowType<{ resident_id: NotNull }>()
    .execute()
  return Map.groupBy(rows, ({ resident_id }) => resident_id)
}

/** Median and MAD of those of whom enough has been measured. */
export async function selectUsuals({ db }: Ctx, residents: readonly string[]) {
  const rows = await db
    .selectFrom('resident_usuals')
    .where('resident_id', '=', sql<string>`any(${[...residents]}::text[])`)
    .where('minutes', '>=', baselineMinimumMinutes)
    .select(['resident_id', 'median', 'mad'])
    .$narrowType<{ resident_id: NotNull; median: NotNull; mad: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [row.resident_id, row]))
}
