import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClinic, listClinics } from '@eupnea/contract/clinics.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { environment } from '../../server/platform/config.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** Backup and restore as an operator runs them: one command each (AP-1, LI-2). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal | undefined
const dataDir = (name: string) => join(folder.path, name)

const unconfigured = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, '']))
const tool = (name: 'backup' | 'restore', path: string, data: string) =>
  promisify(execFile)(process.execPath, [`tools/${name}.ts`, path], {
    env: { ...process.env, ...unconfigured, DATA_DIR: dataDir(data) },
  })

beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  await portal?.kill()
  await folder?.remove()
})

it('a portal is backed up while it runs, and comes back in another folder as it was [LI-2]', async () => {
  const path = join(folder.path, 'backup')
  portal = await spawnPortal({ dataDir: dataDir('a') })
  await portal.send(createClinic, { name: 'House on the hill', tz: 'Europe/London', floors: ['1', '2'] })
  const before = await portal.send(listClinics, {})
  expect((await tool('backup', path, 'a')).stdout).toContain(' tables and 0 files, as of 20')
  // Restoring into a folder that a portal is using is refused, and so is a second backup under the same name.
  await expect(tool('restore', path, 'a')).rejects.toMatchObject({ code: 1 })
  await expect(tool('backup', path, 'a')).rejects.toMatchObject({ code: 1 })
  expect(await portal.send(listClinics, {})).toEqual(before)
  await portal.kill()

  await tool('restore', path, 'b')
  // The first Superadmin already exists, so none is created and the old password works.
  portal = await spawnPortal({ dataDir: dataDir('b'), env: { ADMIN_PASSWORD: '' } })
  expect(portal.announcements).toEqual([])
  expect(await portal.send(listClinics, {})).toEqual(before)
  await portal.send(createClinic, { name: 'House by the sea', tz: 'Europe/London', floors: ['1'] })
}, 180_000)

it('nothing is backed up, or made, where no portal has worked [AP-1]', async () => {
  const done = tool('backup', join(folder.path, 'none'), 'mistyped')
  await expect(done).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR') })
  expect(existsSync(dataDir('mistyped'))).toBe(false)
})
