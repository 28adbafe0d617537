import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { sql } from 'kysely'
import { readOptions } from '../sensors/read-options.ts'
import { listBilling } from '../server/billing/list-billing.ts'
import { rollHours } from '../server/measurements/index.ts'
import { withCtx } from '../server/platform/context.ts'
import { clinic, measure, openHistory, timed } from './kit/history.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line } from './kit/numbers.ts'

/**
 * How fast a clinic's billing is computed: 30 days of everyone in it, from every minute of 500 devices, through the
 * verb as a user of the clinic, compared with plain SQL over the minutes with the same result. In a zone with whole
 * hours, and in one whose days begin in the middle of an hour. The last line is the ratio of plain SQL's median to the
 * verb's, the smaller of the two zones.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '500' },
    days: { type: 'string', default: '30' },
    /** folder of a database that is kept for the next run; bench/history.ts uses the same */
    data: { type: 'string' },
  },
})
const devices = Number(values.devices)
const days = Number(values.days)
const goalSeconds = 1
const zones = ['Europe/London', 'Asia/Kolkata']

line(`billing: ${devices} devices, ${days} days; load ${loadAverage()}`)
const history = await openHistory({ devices, days, data: values.data })
try {
  const { job, staff, owner, span } = history
  await timed('rolled the hours', () => rollHours(job, span.until, 'all'))
  const { rows } = await sql<{ minutes: number }>`select count(*) as minutes from minutes`.execute(owner)
  line(`${count(rows[0]?.minutes ?? 0)} minutes`)
  const end = span.until.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 })
  const start = end.subtract({ days: days - 1 })
  const ratios: number[] = []
  const othersSince = watchOthers()
  for (const tz of zones) {
    await owner.updateTable('clinics').set({ tz }).where('id', '=', clinic).execute()
    const input = { clinic_id: clinic, start: start.toString(), end: end.toString(), page: 1, page_size: 200 }
    const bill = () =>
      withCtx(staff, (ctx) =>
        listBilling(usualThresholds)({ ctx, input: { ...input, sort: 'name' as const, order: 'asc' as const } }),
      )
    const countPlainly = () =>
      withCtx(staff, ({ db }) => {
        const [since, until] = [start, end.add({ days: 1 })].map((day) => day.toZonedDateTime(tz).toInstant())
        return sql<{ n: number; n_rr: number; days: number }>`
          select sum(n)::int as n, sum(n_rr)::int as n_rr, count(*) filter (where n_rr > 0)::int as days from (
            select device_no, count(*) as n, count(*) filter (where n_rr > 0) as n_rr from minutes
            where minute >= ${since}::timestamptz and minute < ${until}::timestamptz
            group by device_no, (minute at time zone ${tz})::date
          ) t group by device_no`.execute(db)
      })
    const ours = await measure(`${tz}: ${days} days of ${devices} residents`, 10, bill)
    const plain = await measure('  plain SQL: group by device and day over the minutes', 3, countPlainly)
    const { totals } = await bill()
    const theirs = (await countPlainly()).rows
    const sum = (key: 'n' | 'n_rr' | 'days') => theirs.reduce((total, row) => total + row[key], 0)
    if (totals.dataPoints !== sum('n') || totals.validDataPoints !== sum('n_rr') || totals.n_days !== sum('days'))
      throw new Error(`They count differently: ${JSON.stringify(totals)}, ${sum('n')}, ${sum('n_rr')}, ${sum('days')}`)
    line(
      goal(
        `${tz}: ${(ours.p50 / 1_000).toFixed(2)} s for ${count(totals.dataPoints)} minutes (goal ${goalSeconds} s)`,
        ours.p50 < goalSeconds * 1_000,
      ),
    )
    ratios.push(plain.p50 / ours.p50)
  }
  line(`others took ${cores(othersSince())} meanwhile; load ${loadAverage()}`)
  const smallest = Math.min(...ratios)
  line(
    `ratio ${smallest.toFixed(1)} (plain SQL over the minutes / the portal, ${days} days of ${devices} residents, medians)`,
  )
} finally {
  await history.close()
}
