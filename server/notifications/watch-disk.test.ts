import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { createLog } from '../platform/log.ts'
import { type DiskRoom, type DiskWarning, watchDiskRoom } from './watch-disk.ts'

let portal: TestHttp
let room: DiskRoom
let told: DiskWarning | null
const plenty: DiskRoom = { isFull: false, free_share: 0.5, free_bytes: 5e9, days_left: null }

beforeAll(async () => {
  portal = await startTestHttp([])
  await sql`update users set status = 0`.execute(portal.owner)
  await portal.asUser({ groups: ['sa'], email: 'super@house.example' })
  await portal.asUser({ groups: ['clinic'], email: 'nurse@house.example' })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await sql`delete from deliveries`.execute(portal.owner)
  room = plenty
  told = null
})

const mails = () => portal.owner.selectFrom('deliveries').select(['recipient', 'subject', 'body']).execute()
const watch = () =>
  watchDiskRoom({
    origin: { database: portal.database, actor: { type: 'job', name: 'watch-disk' }, log: createLog('silent') },
    room: () => room,
    told: {
      read: () => told,
      write: async (state) => {
        told = state
      },
    },
    portal: 'node-1',
    everyMs: 20,
  })

it.each([
  ['less than a tenth', { free_share: 0.09 }, 'low', 'Only 9% of the disk is free (5 GB) on node-1'],
  ['less than two days', { days_left: 1.96 }, 'days', 'the disk of node-1 is full in 2 days'],
  ['nothing', { isFull: true, free_share: 0 }, 'full', 'so readings are refused'],
] as const)(
  'that has %s left is told to the Superadmins, once, also over a restart [AN-11]',
  async (_name, left, warning, words) => {
    let stop = watch()
    room = { ...plenty, ...left }
    await expect.poll(() => told).toBe(warning)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'super@house.example', body: expect.stringContaining(words) })
    stop()
    stop = watch()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await mails()).toHaveLength(1)
    room = plenty
    await expect.poll(() => told).toBeNull()
    room = { ...plenty, ...left }
    await expect.poll(async () => (await mails()).length).toBe(2)
    stop()
  },
)

it.each([
  ['a tenth', { free_share: 0.09 }, { free_share: 0.11 }],
  ['two days', { days_left: 1.9 }, { days_left: 2.9 }],
] as const)('that wavers about %s is told of once [AN-11]', async (_name, less, more) => {
  const stop = watch()
  for (const left of [less, more, less, more, less]) {
    room = { ...plenty, ...left }
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  expect(await mails()).toHaveLength(1)
  stop()
})

it('is told again as it becomes more urgent, and not as it becomes less [AN-11]', async () => {
  const stop = watch()
  const [days, low, full] = [{ days_left: 1 }, { free_share: 0.05 }, { isFull: true, free_share: 0 }]
  for (const [left, warning, count] of [
    [days, 'days', 1],
    [low, 'low', 2],
    [full, 'full', 3],
    [low, 'low', 3],
    [days, 'days', 3],
  ] as const) {
    room = { ...plenty, ...left }
    await expect.poll(() => told).toBe(warning)
    expect(await mails()).toHaveLength(count)
  }
  stop()
})

it('is told as soon as there is a Superadmin, on a first start [AN-11]', async () => {
  await sql`update users set status = 0 where email = 'super@house.example'`.execute(portal.owner)
  room = { ...plenty, free_share: 0.05 }
  const stop = watch()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(told).toBeNull()
  await sql`update users set status = 1 where email = 'super@house.example'`.execute(portal.owner)
  await expect.poll(() => told).toBe('low')
  expect(await mails()).toHaveLength(1)
  stop()
})
