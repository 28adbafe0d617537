import { sql } from 'kysely'
import { readOptions } from '../sensors/read-options.ts'
import { rollHours, summariseResidents } from '../server/measurements/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../server/platform/context.ts'
import { readReport } from '../server/reports/read-report.ts'
import type { ReportInput } from '../server/reports/report-input.ts'
import { emptyArchive } from '../tests/kit/portal.ts'
import { clinic, idOf, measure, openHistory, type Span, timed } from './kit/history.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, ms } from './kit/numbers.ts'

/**
 * How fast the past is read: 30 days of one resident, and the last 24 hours of a whole clinic, out of 30 days of
 * minutes of 500 devices, through the verbs as a user of the clinic, compared with plain SQL over the minutes. The last
 * line is the ratio of plain SQL's median to the verb's, for 30 days of one resident.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '500' },
    days: { type: 'string', default: '30' },
    /** folder of a database that is kept for the next run */
    data: { type: 'string' },
  },
})
const devices = Number(values.devices)
const days = Number(values.days)
const goalMs = 50
const archive = emptyArchive()
const anyOf = (count: number) => Math.floor(Math.random() * count)

async function compare(origin: CtxOrigin, { since, until }: Span): Promise<{ ratio: number; p99: number }> {
  const asStaff = <T>(work: (ctx: Ctx) => Promise<T>) => withCtx(origin, work)
  const minutes = Math.floor(since.until(until).total('minutes'))
  const anEnd = (length: number) => since.add({ minutes: length + anyOf(minutes - length) })
  const report = (input: Partial<ReportInput>) => {
    const common = { hours: 24, days: 14, page: 1, page_size: 1_000, patient_id: idOf(1 + anyOf(devices)) }
    return asStaff((ctx) => readReport(archive)({ ctx, input: { ...common, ...input } as ReportInput }))
  }

  const day = 24 * 60
  const dayOf = (end: Temporal.Instant) => ({ since: end.subtract({ hours: 24 }), until: end })
  await measure(`24 h of all ${devices} residents`, 200, () =>
    asStaff((ctx) => summariseResidents(ctx, clinic, dayOf(anEnd(day)))),
  )
  await measure('  plain SQL: group by over the minutes', 30, () =>
    asStaff(({ db }) => {
      const { since, until } = dayOf(anEnd(day))
      return sql`select device_no, count(*), avg(sum_rr / n_rr), min(min_rr), max(max_rr),
        count(*) filter (where n_presence * 2 >= n) from minutes
        where minute >= ${since}::timestamptz and minute < ${until}::timestamptz group by device_no`.execute(db)
    }),
  )

  const month = Math.min(720, days * 24)
  const verb = await measure(`${month} h of one resident, points an hour (report rr)`, 500, () =>
    report({ report: 'rr', hours: month, end: anEnd(month * 60).toString() }),
  )
  await measure(`${days} days of one resident, time in bed (report tib)`, 200, () =>
    report({ report: 'tib', days, end: anEnd(days * day - 60).toString() }),
  )
  await measure('24 h of one resident, points a minute (report rr)', 200, () =>
    report({ report: 'rr', end: anEnd(day).toString() }),
  )
  const plain = await measure(`  plain SQL: ${month} h of one device's minutes`, 100, () =>
    asStaff(({ db }) => {
      const end = anEnd(month * 60)
      return sql`select minute, sum_rr / n_rr, min_rr, max_rr, sum_dist / n_dist from minutes
        where device_no = ${1 + anyOf(devices)} and minute >= ${end.subtract({ hours: month })}::timestamptz
          and minute < ${end}::timestamptz order by minute`.execute(db)
    }),
  )
  return { ratio: plain.p50 / verb.p50, p99: verb.p99 }
}

line(`history: ${devices} devices, ${days} days; load ${loadAverage()}`)
const history = await openHistory({ devices, days, data: values.data })
try {
  const { job, staff, owner, span } = history
  await timed('rolled the hours', () => rollHours(job, span.until, 'all'))
  await timed('found nothing to roll in the last hours', () => rollHours(job, span.until, 'recent'))
  await timed('found nothing to roll in all', () => rollHours(job, span.until, 'all'))
  const { rows } = await sql<{ minutes: number; size: string; hours: number }>`select
    (select count(*) from minutes) as minutes, (select count(*) from hours) as hours,
    pg_size_pretty(pg_database_size(current_database())) as size`.execute(owner)
  line(`${count(rows[0]?.minutes ?? 0)} minutes, ${count(rows[0]?.hours ?? 0)} hours, ${rows[0]?.size}`)
  const othersSince = watchOthers()
  const { ratio, p99 } = await compare(staff, span)
  line(`others took ${cores(othersSince())} meanwhile`)
  line(goal(`p99 ${ms(p99)} for ${days} days of one resident (goal ${ms(goalMs)})`, p99 < goalMs))
  line(`ratio ${ratio.toFixed(1)} (plain SQL over the minutes / the portal, ${days} days of one resident, medians)`)
} finally {
  await history.close()
}
