import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { topics } from '@eupnea/contract/live.ts'
import { acknowledgeNotification, listNotifications } from '@eupnea/contract/notifications.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../kit/mail-server.ts'
import { movable, moveClock } from '../kit/move-clock.ts'
import { admin, type SpawnedPortal, signInAs, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { createWard } from '../kit/ward.ts'
import { journalDevice } from './journal-device.ts'
import { compareRaw, readRaw } from './read-back.ts'
import { openWire } from './wire.ts'

/** A disk without room: a small one in the portal's own mount namespace (AN-11). */

const patience = { timeout: 60_000 }
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m none /mnt']).status === 0

/** A disk of its own, which can fail as a real one does. */
const canFail = canMount && spawnSync('mkfs.ext4', ['-V']).status === 0 && spawnSync('losetup', ['--find']).status === 0

const disk = (folder: string, megabytes: number): readonly string[] => {
  const script = `mount -t tmpfs -o mode=700,size=${megabytes}m none "$0" && exec "$@"`
  return ['unshare', '-m', 'sh', '-c', script, folder]
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal | undefined
let mail: MailServer | undefined
afterEach(async () => {
  await portal?.stop()
  await mail?.close()
  portal = undefined
  mail = undefined
  await folder?.remove()
})

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const piece = Buffer.alloc(1024 * 1024)
  try {
    for (;;) await file.write(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}

describe.skipIf(!canMount)('a disk that is full (skipped where no file system can be mounted)', () => {
  test('refuses readings, which sensors keep, and leaves room for people; all comes when there is room again [AN-11] [AN-10]', async () => {
    folder = await temporaryFolder()
    mail = await startMailServer()
    const env = { ...movable, DISK_RESERVE_MB: '256', OPS_MAIL: 'ops@house.example', SMTP_URL: mail.url }
    const here = await spawnPortal({ dataDir: folder.path, env, through: disk(folder.path, 500) })
    portal = here
    /** as the portal sees it */
    const inside = (name: string) => join(`/proc/${here.pid}/root`, folder.path, name)
    const ready = async (role = '') => {
      const answer = await fetch(`${here.http}/readyz${role}`)
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    await expect.poll(() => existsSync(inside('reserve')), patience).toBe(true)
    expect((await stat(inside('reserve'))).size).toBe(50 * 1024 * 1024)
    expect(await ready()).toMatchObject({ status: 200, disk: { state: 'ready', size_bytes: 500 * 1024 * 1024 } })
    const metrics = await (await fetch(`${here.http}/metrics`)).text()
    expect(metrics).toMatch(/^eupnea_disk_free_bytes \d+$/m)
    expect(metrics).toMatch(/^eupnea_disk_days_left \+Inf$/m)

    const { clinic_id, beds } = await createWard(here, 'full', 2)
    const port = Number(new URL(here.mqtt).port)
    const start = minuteOf(Date.now()) - 15 * minuteMs
    const high = Array.from({ length: 40 }, (_, n) => ({
      ts: start + n * 20_000,
      rr: 26 + (n % 3) / 4,
      dist: 0.5 + n / 1_000,
    }))
    const wire = await openWire({ port, ...beds[1]!.key })
    await wire.publish(topics.telemetry(beds[1]!.device_id), JSON.stringify(high))
    const episodes = async () => (await here.send(listNotifications, { clinic_id, kind: 'episode' })).items
    await expect.poll(async () => (await episodes()).length, patience).toBeGreaterThan(0)

    const device = journalDevice(beds[0]!, port, 1_000)
    const talk = setInterval(() => device.send({ ts: Date.now(), rr: 16, dist: 0.75 }), 200)
    try {
      await expect.poll(() => device.acknowledged, patience).toBeGreaterThan(10)
      const filled = Date.now()
      await fill(inside('filler'))
      await expect
        .poll(() => ready(), patience)
        .toMatchObject({ status: 503, ready: false, disk: { state: 'unavailable' } })
      console.info(`disk full: not ready after ${Date.now() - filled} ms`)
      expect(existsSync(inside('reserve'))).toBe(false)
      const acknowledged = device.acknowledged
      await expect.poll(() => device.pending, patience).toBeGreaterThan(20)
      expect(device.acknowledged).toBeLessThanOrEqual(acknowledged + 1)

      // People go on, also now that PostgreSQL may have been started anew.
      await expect.poll(() => ready('?role=web'), patience).toMatchObject({ status: 200 })
      expect(await signInAs(here.http, admin)).not.toBe('')
      const [episode] = await episodes()
      await here.send(acknowledgeNotification, { id: episode!.id })
      expect((await episodes())[0]?.state).toBe('acknowledged')
      const subjects = async () => (await here.send(listMessages, {})).items.map(({ subject }) => subject)
      await expect.poll(subjects, patience).toContainEqual(expect.stringContaining('Disk full'))
      const told = () => mail!.mails.filter(({ to }) => to === 'ops@house.example')
      expect(told()).toEqual([])
      await expect.poll(() => moveClock(here, 10).then(() => told().length), patience).toBe(1)

      await rm(inside('filler'))
      await expect
        .poll(() => ready(), patience)
        .toMatchObject({ status: 200, disk: { state: 'ready' }, ingest: 'ready' })
      await expect.poll(() => existsSync(inside('reserve')), patience).toBe(true)
    } finally {
      clearInterval(talk)
    }
    await device.drained()
    expect(compareRaw(device.expected(), await readRaw(here, device.id, 1))).toEqual([])
    device.close()
    wire.close()
  }, 300_000)

  test('lets the portal start all the same, by the reserve, and refuses readings until there is room [AN-11]', async () => {
    folder = await temporaryFolder()
    // Holds the file system between two starts.
    const holder = spawn('unshare', ['-m', ...disk(folder.path, 500).slice(2), 'sleep', '600'])
    const inside = (name: string) => join(`/proc/${holder.pid}/root`, folder.path, name)
    const through = ['nsenter', '-t', String(holder.pid), '-m', `--wd=${process.cwd()}`]
    const start = () => spawnPortal({ dataDir: folder.path, env: { DISK_RESERVE_MB: '256' }, through })
    try {
      await expect.poll(async () => (await statfs(inside(''))).blocks * 4_096, patience).toBe(500 * 1024 * 1024)
      portal = await start()
      await expect.poll(() => existsSync(inside('reserve')), patience).toBe(true)
      await portal.stop()
      await fill(inside('filler'))
      for (let times = 0; times < 2; times++) {
        portal = await start()
        const answer = await fetch(`${portal.http}/readyz`)
        expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
          ...{ status: 503, database: 'ready' },
          disk: { state: 'unavailable' },
        })
        expect((await fetch(`${portal.http}/readyz?role=web`)).status).toBe(200)
        if (times === 0) expect(portal.stderr()).toContain('disk: full, so readings are refused')
        await portal.stop()
      }
      await rm(inside('filler'))
      portal = await start()
      const { http } = portal
      await expect.poll(async () => (await fetch(`${http}/readyz`)).status, patience).toBe(200)
      await portal.stop()
    } finally {
      await portal?.kill()
      portal = undefined
      holder.kill()
    }
  }, 120_000)

  test('is named by a start that it keeps from succeeding [AN-11]', async () => {
    folder = await temporaryFolder()
    const start = spawnPortal({ dataDir: folder.path, through: disk(folder.path, 12) })
    await expect(start).rejects.toThrow(
      /The disk of .+ is full: \d+ MB of 12 MB are free.+Free some space there, then start again/,
    )
  })
})

describe.skipIf(!canFail)('a disk that turns read-only (skipped where no block device can be made)', () => {
  test('is told of while nothing is acknowledged; once it is repaired, what was acknowledged is there [AN-10] [AN-11] [LI-2]', async () => {
    folder = await temporaryFolder()
    mail = await startMailServer()
    const image = join(folder.path, 'image')
    const dataDir = join(folder.path, 'disk')
    await mkdir(dataDir)
    await writeFile(image, '')
    await truncate(image, 700 * 1024 * 1024)
    expect(spawnSync('mkfs.ext4', ['-q', image]).status).toBe(0)
    const through = [
      ...['unshare', '-m', 'sh', '-c', 'mount -o loop,errors=remount-ro "$0" "$1" && shift && exec "$@"'],
      ...[image, dataDir],
    ]
    const env = { ...movable, DISK_RESERVE_MB: '0', OPS_MAIL: 'ops@house.example', SMTP_URL: mail.url }
    const broken = await spawnPortal({ dataDir, env, through })
    portal = broken
    const { beds } = await createWard(broken, 'broken', 1)
    const device = journalDevice(beds[0]!, Number(new URL(broken.mqtt).port), 1_000)
    const talk = setInterval(() => device.send({ ts: Date.now(), rr: 16, dist: 0.75 }), 200)
    try {
      await expect.poll(() => device.acknowledged, patience).toBeGreaterThan(10)
      // As the kernel does it when the disk no longer writes.
      const { status } = spawnSync('nsenter', [
        ...['-t', String(broken.pid), '-m', 'mount', '-o', 'remount,abort', dataDir],
      ])
      expect(status).toBe(0)
      const ready = async () => (await fetch(`${broken.http}/readyz`)).status
      await expect.poll(ready, patience).toBe(503)
      const acknowledged = device.acknowledged
      const told = () => mail!.mails.filter(({ to }) => to === 'ops@house.example')
      expect(told()).toEqual([])
      await expect.poll(() => moveClock(broken, 10).then(() => told().length), patience).toBe(1)
      await moveClock(broken, 60)
      await expect.poll(() => device.pending, patience).toBeGreaterThan(20)
      expect(device.acknowledged).toBeLessThanOrEqual(acknowledged + 1)
      expect(told()).toHaveLength(1)
    } finally {
      clearInterval(talk)
    }
    await broken.kill()
    expect(spawnSync('e2fsck', ['-fy', image]).status).toBeLessThan(2)
    portal = await spawnPortal({ dataDir, env, through })
    const again = portal
    device.moveTo(Number(new URL(again.mqtt).port))
    await device.drained()
    expect(compareRaw(device.expected(), await readRaw(again, device.id, 1))).toEqual([])
    device.close()
  }, 300_000)
})
