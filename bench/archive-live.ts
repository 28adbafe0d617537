import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readOptions } from '../sensors/read-options.ts'
import { tendArchive } from '../server/live/archive/index.ts'
import { readConfig } from '../server/platform/config.ts'
import { storeConfigOf } from '../server/platform/create-file-store.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'
import { createLog } from '../server/platform/log.ts'
import { startChild } from './kit/child.ts'
import type { DashboardsAnswer, DashboardsAsk } from './kit/dashboards.ts'
import { liveP99, liveUrl } from './kit/live-latency.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, goal, line, median, ms, now } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { keysOf, startHospital } from './kit/start-hospital.ts'

/**
 * How writing the archive affects live values: p99 from publish to dashboard while nothing is written and while past
 * days are. The last line is the ratio of the two p99, the median of the rounds.
 */
const { values } = readOptions({
  options: {
    /** devices that measure meanwhile, one reading a second each */
    devices: { type: 'string', default: '500' },
    dashboards: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    /** of each measurement */
    seconds: { type: 'string', default: '10' },
    /** days of one device to archive, more than the rounds get through */
    past: { type: 'string', default: '60' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const mostSlower = 1.5
const warmUpSeconds = 3

line(`archive-live: ${values.devices} devices at a reading/s, ${values.dashboards} dashboards; load ${loadAverage()}`)
const hospital = await startHospital([Number(values.devices)])
const dashboards = await startChild<DashboardsAsk, DashboardsAnswer>('dashboards')
const publisher = await startChild<PublishAsk, PublishAnswer>('publisher')
const connection = findRunning(hospital.dataDir)!
const client = new pg.Client(connection)
try {
  const { portal } = hospital
  const { clinic_id, beds } = hospital.wards[0]!
  await client.connect()
  await client.query(
    `insert into readings (device_no, clinic_no, ts, rr, dist)
     select d, 1, current_date - 3 + s * interval '1 second' + (random() * 20)::int * interval '1 millisecond',
       round((15 + 3 * sin(s / 900.0 + d) + random())::numeric, 1), round((0.8 + random() / 50)::numeric, 2)
     from generate_series(0, 86398) s, generate_series(1, $1::int) d`,
    [Number(values.past)],
  )
  const left = async () => (await client.query('select count(*)::int as n from archive_files')).rows[0].n as number
  const url = liveUrl(portal, clinic_id)
  await dashboards.ask({ do: 'open', url, count: Number(values.dashboards), keeps: true, greeted: true })
  const duration_s = warmUpSeconds + rounds * (2 * seconds + 2)
  const publishing = publisher.ask({ url: portal.mqtt, devices: keysOf(beds), rate: 1, duration_s })
  publishing.catch(() => {})
  await sleep(warmUpSeconds * 1_000)
  const config = storeConfigOf(readConfig({ DATA_DIR: hospital.dataDir }))
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const others = watchOthers()
    const before = now()
    await sleep(seconds * 1_000)
    const alone = await liveP99(dashboards, before)
    const written = await left()
    const archiver = tendArchive({
      connection,
      config,
      log: createLog('warn'),
      afterDays: 1,
      retention: { readingsDays: 400, minutesDays: 3_660 },
      beginAfterMs: 0,
    })
    // It starts a thread and counts the day first.
    await sleep(1_000)
    const from = now()
    await sleep(seconds * 1_000)
    const beside = await liveP99(dashboards, from)
    await archiver.close()
    const files = (await left()) - written
    ratios.push(beside / alone)
    line(
      `  round ${round}  live p99 ${ms(alone)} alone, ${ms(beside)} while ${files} device-days were written   (others took ${cores(others())})`,
    )
    if (files === 0) throw new Error('Nothing was written')
  }
  await dashboards.ask({ do: 'close' })
  const slower = median(ratios)
  line(goal(`live p99 ${slower.toFixed(2)} times (goal at most ${mostSlower})`, slower <= mostSlower))
  line(`load ${loadAverage()}`)
  line(`ratio ${slower.toFixed(2)} (publish to dashboard p99 while past days are archived / before)`)
} finally {
  await client.end()
  await Promise.all([dashboards.stop(), publisher.stop()])
  await hospital.close()
}
