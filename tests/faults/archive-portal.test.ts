import { createClinic } from '@eupnea/contract/clinics.ts'
import { createDevice } from '@eupnea/contract/devices.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunning } from '../../server/platform/embedded-postgres/index.ts'
import { type S3Server, s3Credentials, startS3Server } from '../kit/s3-server.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { readRaw } from './read-back.ts'

/** A running portal archives by itself, into S3, and says when it can't (AR-1). */

const readings = 500

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let s3: S3Server
let portal: SpawnedPortal

const start = () =>
  spawnPortal({
    dataDir: folder.path,
    env: {
      S3_BUCKET_PREFIX: 'eupnea',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    },
  })

beforeAll(async () => {
  folder = await temporaryFolder()
  s3 = await startS3Server()
  portal = await start()
})
afterAll(async () => {
  await portal.stop()
  await s3.close()
  await folder.remove()
})

async function ask(text: string, values: unknown[] = []) {
  const client = new pg.Client(findRunning(folder.path)!)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
const readiness = async () => {
  const answer = await fetch(`${portal.http}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { archive: string }) }
}
const archived = () => [...s3.objects.keys()].filter((path) => path.startsWith('/eupnea-archive/')).length

test('past days go to S3 and are read from there; without S3 they wait, and it is said [AR-1]', async () => {
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Archived House' })
  const { device_id } = await portal.send(createDevice, { clinic_id })
  const insert = (days: number) =>
    ask(
      `insert into readings (device_no, clinic_no, ts, rr, dist)
       select d.no, c.no, current_date - $2::int + n * interval '20 seconds', 12 + n % 8, 0.75
       from devices d join clinics c on c.id = d.clinic_id, generate_series(1, $3::int) n where d.id = $1`,
      [device_id, days, readings],
    )
  await insert(4)
  await portal.stop()
  await s3.close()
  // Its address stays, and nothing answers there.
  portal = await start()
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ status: 200, archive: 'unavailable' })
  expect(await readRaw(portal, device_id)).toHaveLength(readings)
  await portal.stop()

  s3 = await startS3Server()
  portal = await start()
  await expect.poll(archived, { timeout: 30_000 }).toBe(1)
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ status: 200, archive: 'ready' })
  const [left] = await ask(
    'select count(*)::int as n from readings where device_no = (select no from devices where id = $1)',
    [device_id],
  )
  // Whoever began reading before may go on for a while.
  expect(left).toEqual({ n: readings })
  // The file is there before the database knows of it.
  await expect
    .poll(() => ask(`select release_day(current_date - 4, '0') as done`), { timeout: 30_000 })
    .toEqual([{ done: true }])
  expect(await readRaw(portal, device_id)).toHaveLength(readings)
  expect((await ask('select count(*)::int as n from readings'))[0]).toEqual({ n: 0 })
})
