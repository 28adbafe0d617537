import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
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
const toolsOf = (data: string) => ({ env: { ...process.env, ...unconfigured, DATA_DIR: dataDir(data) } })
const tool = (name: 'backup' | 'restore', path: string, data: string, ...more: string[]) =>
  promisify(execFile)(process.execPath, [`tools/${name}.ts`, path, ...more], toolsOf(data))

beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  await portal?.kill()
  await folder?.remove()
})

it('a portal is backed up while it runs, and comes back in another folder as it was [LI-2] [DO-2]', async () => {
  const path = join(folder.path, 'backup')
  portal = await spawnPortal({ dataDir: dataDir('a') })
  await portal.send(createClinic, { name: 'House on the hill', tz: 'Europe/London', floors: ['1', '2'] })
  const before = await portal.send(listClinics, {})
  const { stdout } = await tool('backup', path, 'a')
  expect(stdout).toContain(' tables and 0 files, as of 20')
  expect(stdout).toContain('The secret key is not in it')
  await tool('backup', `${path}-key`, 'a', '--with-key')
  // Restoring into a folder that a portal is using is refused, and so is a second backup under the same name.
  await expect(tool('restore', path, 'a')).rejects.toMatchObject({ code: 1 })
  await expect(tool('backup', path, 'a')).rejects.toMatchObject({ code: 1 })
  expect(await portal.send(listClinics, {})).toEqual(before)
  await portal.kill()

  const proof = await tool('restore', path, 'mistyped', '--drill')
  expect(proof.stdout).toMatch(
    /^Residents: 0\. Newest reading: none\. Audit entries: \d+, errors in them: 0\.\nThe backup is good\.$/m,
  )
  expect((await tool('restore', path, 'b')).stdout).toContain('The secret key is missing')
  await expect(spawnPortal({ dataDir: dataDir('b') })).rejects.toThrow(
    'is missing, which holds the key that the database is sealed with',
  )
  await cp(join(dataDir('a'), 'secret-key'), join(dataDir('b'), 'secret-key'))
  // The first Superadmin already exists, so none is created and the old password works.
  portal = await spawnPortal({ dataDir: dataDir('b'), env: { ADMIN_PASSWORD: '' } })
  expect(portal.announcements).toEqual([])
  expect(await portal.send(listClinics, {})).toEqual(before)
  await portal.send(createClinic, { name: 'House by the sea', tz: 'Europe/London', floors: ['1'] })
  await portal.kill()

  expect((await tool('restore', `${path}-key`, 'c')).stdout).not.toContain('missing')
  const key = await readFile(join(dataDir('c'), 'secret-key'), 'utf8')
  expect(key).toBe(await readFile(join(dataDir('a'), 'secret-key'), 'utf8'))
  await promisify(execFile)(process.execPath, ['tools/rotate-secrets.ts'], toolsOf('c'))
  expect(await readFile(join(dataDir('c'), 'secret-key'), 'utf8')).not.toBe(key)
  portal = await spawnPortal({ dataDir: dataDir('c'), env: { ADMIN_PASSWORD: '' } })
  expect(await portal.send(listClinics, {})).toEqual(before)
}, 180_000)

it('nothing is backed up, replaced or made where no portal has worked [AP-1] [DO-2]', async () => {
  const rotate = () => promisify(execFile)(process.execPath, ['tools/rotate-secrets.ts'], toolsOf('mistyped'))
  for (const run of [() => tool('backup', join(folder.path, 'none'), 'mistyped'), rotate])
    await expect(run()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR') })
  expect(existsSync(dataDir('mistyped'))).toBe(false)
})

it('an option that is not what it must be is refused, with how to write it [AR-5]', async () => {
  for (const option of ['--keep-days', '--base-hours'])
    await expect(
      tool('backup', join(folder.path, 'none'), 'mistyped', '--continuous', option, 'a week'),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`${option} must be`) })
  for (const instant of ['yesterday', '2026-11-21T03:15:00'])
    await expect(tool('restore', join(folder.path, 'none'), 'mistyped', '--to', instant)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2026-11-21T03:15:00Z'),
    })
  expect(existsSync(dataDir('mistyped'))).toBe(false)
})

it('a restore says which kind of backup a folder holds, before it makes anything [AR-5]', async () => {
  const [continuous, whole] = [join(folder.path, 'continuous'), join(folder.path, 'whole')]
  for (const [path, file] of [
    [continuous, 'catalog.json'],
    [whole, 'manifest.json'],
  ] as const) {
    await mkdir(path)
    await writeFile(join(path, file), '{}')
  }
  for (const [path, more, says] of [
    [continuous, [], 'Add --to latest'],
    [whole, ['--to', 'latest'], 'Leave --to away'],
    [join(folder.path, 'none'), [], 'holds no backup'],
  ] as const)
    await expect(tool('restore', path, 'mistyped', ...more)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(says),
    })
  expect(existsSync(dataDir('mistyped'))).toBe(false)
})

it('a continuous backup is not restored beside an external database, which the portal would use instead [AR-5]', async () => {
  const { env } = toolsOf('mistyped')
  const words = ['tools/restore.ts', join(folder.path, 'continuous'), '--to', 'latest']
  await expect(
    promisify(execFile)(process.execPath, words, { env: { ...env, DATABASE_URL: 'postgres://localhost/portal' } }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Unset DATABASE_URL') })
})

it('a folder that is there already is not written into, and said to be [AP-1]', async () => {
  const done = tool('backup', folder.path, 'c')
  await expect(done).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })
})
