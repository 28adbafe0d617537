import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const residents = Array.from({ length: 200 }, (_, index) => ({ patient_id: `p${index}`, room: String(index) }))

async function ask(path: string, accepted?: string) {
  const app = Fastify()
  compressAnswers(app)
  app.get('/many', async () => residents)
  app.get('/one', async () => residents[0])
  app.get('/csv', async (_request, reply) => reply.type('text/csv').send('room\n'.repeat(1_000)))
  return app.inject({ url: path, headers: accepted ? { 'accept-encoding': accepted } : {} })
}

it('compresses long answers for whoever takes them so, as a tenth [EA-6]', async () => {
  const plain = await ask('/many')
  expect(plain.json()).toEqual(residents)
  const brotli = await ask('/many', 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(residents)
  expect(brotli.rawPayload.length * 10).toBeLessThan(plain.rawPayload.length)
  const gzip = await ask('/many', 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(residents)
})

it('leaves short answers and streams of lists as they are [EA-6]', async () => {
  for (const path of ['/one', '/csv']) expect((await ask(path, 'br')).headers['content-encoding']).toBeUndefined()
})
