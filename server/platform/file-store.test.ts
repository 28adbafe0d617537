import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, s3Credentials, startS3Server } from '../../tests/kit/s3-server.ts'
import { checkBuckets } from './check-buckets.ts'
import { createLocalStore, FileMissing, type FileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

let folder: string
let s3: S3Server
const made: Record<string, FileStore> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eupnea-files-'))
  s3 = await startS3Server()
  made.folder = createLocalStore(folder)
  made.S3 = createS3Store({
    region: 'us-east-1',
    endpoint: s3.url,
    credentials: s3Credentials,
    bucketPrefix: 'eupnea',
  })
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** Fails after some content, like a broken connection. */
const brokenAfter = (content: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield content
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('cut off')
    })(),
  )

describe.each(['folder', 'S3'])('%s', (name) => {
  it('gives back what it was given, small or in many parts, until it is removed [FI-1]', async () => {
    const store = made[name]!
    for (const size of [1, 12_000_000]) {
      const [key, content] = [randomUUID(), randomBytes(size)]
      await store.put('face-sheets', key, Readable.from([content.subarray(0, 5), content.subarray(5)]))
      expect((await buffer(await store.get('face-sheets', key))).equals(content)).toBe(true)
      await expect(store.get('reports', key)).rejects.toThrow(FileMissing)
      await store.remove('face-sheets', key)
      await expect(store.get('face-sheets', key)).rejects.toThrow(FileMissing)
      await store.remove('face-sheets', key)
    }
  })

  it('keeps nothing of what breaks off [FI-1] [FI-2]', async () => {
    const store = made[name]!
    for (const size of [100, 7_000_000]) {
      const key = randomUUID()
      await expect(store.put('reports', key, brokenAfter(randomBytes(size)))).rejects.toThrow()
      await expect(store.get('reports', key)).rejects.toThrow(FileMissing)
    }
    expect(await readdir(join(folder, 'reports')).catch(() => [])).toEqual([])
    expect([...s3.objects.keys()].filter((path) => path.startsWith('/eupnea-reports'))).toEqual([])
    expect(s3.openUploads()).toBe(0)
  })
})

it('an S3 server that stands still is given up, also in the middle of a file [FI-1] [AR-1]', async () => {
  const sockets = new Set<Socket>()
  const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nand then nothing'
  const standing = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (request) => void (request.includes('/eupnea-archive/') && socket.write(begun)))
  })
  await new Promise<void>((resolve) => standing.listen(0, '127.0.0.1', resolve))
  const store = createS3Store({
    ...{ region: 'us-east-1', credentials: s3Credentials, bucketPrefix: 'eupnea', patienceMs: 200 },
    endpoint: `http://127.0.0.1:${(standing.address() as AddressInfo).port}`,
  })
  try {
    await expect(store.get('reports', randomUUID())).rejects.toThrow('did not answer in time')
    await expect(store.put('reports', randomUUID(), Readable.from(['x']))).rejects.toThrow('did not answer in time')
    await expect(store.remove('reports', randomUUID())).rejects.toThrow('did not answer in time')
    await expect(buffer(await store.get('archive', randomUUID()))).rejects.toThrow('nothing more')
  } finally {
    for (const socket of sockets) socket.destroy()
    standing.close()
  }
})

it('a reader who stops for a while gets the whole file from S3 [FI-1]', async () => {
  const store = createS3Store({
    ...{ region: 'us-east-1', endpoint: s3.url, credentials: s3Credentials, bucketPrefix: 'eupnea', patienceMs: 200 },
  })
  const [key, content] = [randomUUID(), randomBytes(30_000_000)]
  await made.S3!.put('reports', key, Readable.from([content]))
  const pieces: Buffer[] = []
  for await (const piece of await store.get('reports', key)) {
    if (pieces.length === 0) await sleep(500)
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
})

it('a key that could lead elsewhere is refused, as to the digests of the audit log [FI-2] [DO-3]', async () => {
  const digest = 'audit-digests/2026-03-01.txt'
  await made.S3!.put('reports', digest, Readable.from(['x']))
  for (const key of ['../secret', 'a/b', '', `${randomUUID()}/..`, digest]) {
    await expect(made.folder!.put('reports', key, Readable.from(['x']))).rejects.toThrow('Not a key')
    for (const name of ['folder', 'S3']) {
      await expect(made[name]!.get('reports', key)).rejects.toThrow('Not a key')
      await expect(made[name]!.remove('reports', key)).rejects.toThrow('Not a key')
    }
  }
  expect(s3.objects.has(`/eupnea-reports/${digest}`)).toBe(true)
})

it('says at the start which buckets cannot be written, and leaves nothing in the others [FI-1]', async () => {
  const said: unknown[] = []
  const log = { error: (about: unknown) => void said.push(about) }
  const config = { S3_BUCKET_PREFIX: 'house' }
  const storeOf = (accessKeyId: string) =>
    createS3Store({
      ...{ region: 'us-east-1', endpoint: s3.url, bucketPrefix: 'house' },
      credentials: { ...s3Credentials, accessKeyId },
    })
  const before = [...s3.objects.keys()]
  await checkBuckets(config, storeOf(s3Credentials.accessKeyId), log)
  expect(said).toEqual([])
  expect([...s3.objects.keys()]).toEqual(before)
  await checkBuckets(config, storeOf('WRONG'), log)
  expect(said).toEqual(
    ['face-sheets', 'clinic-images', 'reports', 'archive'].map((store) => ({
      bucket: `house-${store}`,
      reason: expect.stringContaining('AccessDenied'),
    })),
  )
})
