import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer } from '../../../../tests/kit/close-server.ts'
import { type S3Server, s3Credentials, startS3Server } from '../../../../tests/kit/s3-server.ts'
import { readConfig } from '../../config.ts'
import { readCatalog, writeCatalog } from './catalog.ts'
import { openVault } from './open-vault.ts'
import { createS3Vault } from './s3-vault.ts'
import { Missing, readCompressed, stopAt, type Vault, writeCompressed } from './vault.ts'

let folder: string
let s3: S3Server
const vaults: Record<string, Vault> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eupnea-vault-'))
  s3 = await startS3Server()
  const config = configOf(s3Credentials.accessKeyId)
  vaults.folder = await openVault(folder, config)
  vaults.S3 = await openVault('s3://kept/eupnea/', config)
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const configOf = (accessKeyId: string) =>
  readConfig({
    S3_BUCKET_PREFIX: 'eupnea',
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
  })

it('says that a place can’t be read, and not that it is damaged [AR-5]', async () => {
  await mkdir(join(folder, 'not-a-file', 'catalog.json'), { recursive: true })
  for (const place of [join(folder, 'not-a-file'), 's3://kept/eupnea/'])
    await expect(readCatalog(await openVault(place, configOf('WRONG')))).rejects.toThrow(
      /^The backup cannot be read: ./,
    )
})

it.each([
  ['doesn’t answer', () => {}, 'did not answer in time'],
  ['sends only the beginning', (answer: ServerResponse) => void answer.writeHead(200).write('{'), 'nothing more'],
])('isn’t waited for when it %s [AR-5]', async (_how, stall, words) => {
  const stalled = createServer((_request, answer) => stall(answer))
  await once(stalled.listen(0, '127.0.0.1'), 'listening')
  const { port } = stalled.address() as AddressInfo
  const config = { ...configOf(s3Credentials.accessKeyId), S3_ENDPOINT: `http://127.0.0.1:${port}` }
  await expect(readCatalog(createS3Vault(config, 'kept', 'eupnea', 100))).rejects.toThrow(words)
  await closeServer(stalled)
})

const isUnderWay: Record<string, () => boolean | Promise<boolean>> = {
  folder: async () => (await readdir(join(folder, 'bases')).catch(() => [])).length > 0,
  S3: () => s3.openUploads() > 0,
}

it('says which disk is full, because the database has a disk of its own [AR-5]', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const content = new Readable({ read: () => void content.destroy(full) })
  await expect(vaults.folder!.write('full', content)).rejects.toThrow(`The disk of ${folder} is full`)
})

it('is never made in place of a disk that is away [AR-5]', async () => {
  const unmounted = join(folder, 'unmounted')
  const vault = await openVault(unmounted, configOf(s3Credentials.accessKeyId))
  await expect(vault.write('wal/1.zst', Readable.from(['1']))).rejects.toThrow(`There is no folder ${unmounted}`)
  expect(existsSync(unmounted)).toBe(false)
})

describe.each(['folder', 'S3'])('a backup’s place: %s', (kind) => {
  const vault = () => vaults[kind]!

  it('gives back what it was given, and says what it lacks [AR-5]', async () => {
    await writeCompressed(vault(), 'wal/1.zst', Readable.from([Buffer.alloc(100_000, 7)]))
    expect(await text(await readCompressed(vault(), 'wal/1.zst'))).toBe('\u0007'.repeat(100_000))
    await vault().remove('wal/1.zst')
    await vault().remove('wal/1.zst')
    await expect(vault().read('wal/1.zst')).rejects.toBeInstanceOf(Missing)
  })

  it('keeps nothing of what was cut off [AR-5]', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(1_000)
        throw new Error('cut off')
      })(),
    )
    await expect(writeCompressed(vault(), 'wal/2.zst', broken)).rejects.toThrow()
    await expect(vault().read('wal/2.zst')).rejects.toBeInstanceOf(Missing)
  })

  it('has nothing left of what was stopped, once that has ended [AR-5]', async () => {
    const stopping = new AbortController()
    const endless = new PassThrough()
    // More than one part of an upload.
    endless.write(Buffer.alloc(12_000_000))
    const writing = stopAt(vault(), stopping.signal).write('bases/1.tar.zst', endless)
    await expect.poll(isUnderWay[kind]!).toBe(true)
    stopping.abort()
    await expect(writing).rejects.toThrow('aborted')
    expect(await isUnderWay[kind]!()).toBe(false)
    await expect(vault().read('bases/1.tar.zst')).rejects.toBeInstanceOf(Missing)
    await expect(stopAt(vault(), stopping.signal).write('bases/1.tar.zst', Readable.from(['1']))).rejects.toThrow()
  })

  it('has a catalog, or none, or one that is damaged [AR-5]', async () => {
    expect(await readCatalog(vault())).toBeNull()
    const catalog = {
      ...{ format: 1 as const, system: '7', timeline: 1, version: '1', segments: ['0'.repeat(24)], files: [] },
      bases: [{ id: 'a', from: '0'.repeat(24), to: '0'.repeat(24), ended_at: '2026-01-01T00:00:00Z' }],
      until: '2026-01-01T00:00:00Z',
    }
    await writeCatalog(vault(), catalog)
    expect(await readCatalog(vault())).toEqual(catalog)
    await vault().write('catalog.json', Readable.from(['{']))
    await expect(readCatalog(vault())).rejects.toThrow('The backup is damaged')
  })
})

it('in a bucket is below its path, and in a folder leaves no parts [AR-5]', async () => {
  expect([...s3.objects.keys()]).toEqual(['/kept/eupnea/catalog.json'])
  expect(await readdir(join(folder, 'wal'))).toEqual([])
})
