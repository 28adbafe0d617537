import { createNote } from '@eupnea/contract/notes.ts'
import { readResident } from '@eupnea/contract/residents.ts'
import { signIn } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, onSessionOver, requestOf, send } from './api.ts'

const call = (method: 'GET' | 'POST', path: string) => ({ name: 'c', method, path })

afterEach(() => vi.unstubAllGlobals())

it('fills the path and carries the rest as the query of a GET', () => {
  const input = { patient_id: 'a/b', page: 2, name: undefined, search: 'ö &' }
  expect(requestOf(call('GET', '/residents/{patient_id}'), input)).toEqual({
    url: '/api/residents/a%2Fb?page=2&search=%C3%B6+%26',
    body: undefined,
  })
})

it('carries the rest as JSON in a POST', () => {
  expect(requestOf(call('POST', '/residents/{patient_id}/status'), { patient_id: 'p1', status: 2 })).toEqual({
    url: '/api/residents/p1/status',
    body: '{"status":2}',
  })
})

it('does not call without a name of the path', () => {
  expect(() => requestOf(call('GET', '/devices/{device_id}'), {})).toThrow('device_id')
})

it('throws what the portal answers: title, message and field [ER-1]', async () => {
  const answer = {
    code: 'room_refused',
    title: 'Something went wrong',
    message: 'Too long',
    field: 'room',
    request_id: 'r',
  }
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: 422 }))
  const error = await send(readResident, { patient_id: 'p1' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 422,
    code: 'room_refused',
    title: 'Something went wrong',
    message: 'Too long',
    field: 'room',
  })
})

it('makes no sense of the page of a proxy, and still says what to do [ER-1]', async () => {
  const says = { 500: 'Please contact support!', 502: m.common_unreachable(), 504: m.common_unreachable() }
  for (const [code, message] of Object.entries(says)) {
    const status = Number(code)
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status }))
    const title = 'Something went wrong'
    await expect(send(readResident, { patient_id: 'p1' })).rejects.toMatchObject({ status, title, message })
  }
})

it('says that the portal was not reached', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(send(readResident, { patient_id: 'p1' })).rejects.toMatchObject({ status: 0, code: 'unreachable' })
})

it('a refused session is over, a refused sign-in is not [ID-1] [ID-8]', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ title: 'Not signed in', message: 'Sign in to continue' }, { status: 401 }),
  )
  const over = vi.fn()
  const stop = onSessionOver(over)
  await expect(send(signIn, { email: 'a@b.org', password: 'x' })).rejects.toThrow()
  expect(over).not.toHaveBeenCalled()
  await expect(send(readResident, { patient_id: 'p1' })).rejects.toThrow()
  expect(over).toHaveBeenCalledOnce()
  stop()
})

it('an answer that breaks off is none: said so, and the same again has the same key [NO-1] [ER-1]', async () => {
  const keys: (string | null)[] = []
  const broken = () =>
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"note_'))
        stream.error(new TypeError('network error'))
      },
    })
  const bodies = [broken(), '{}', '{}']
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return new Response(bodies.shift(), { status: 201 })
  })
  const store = () => send(createNote, { patient_id: 'p1', note: 'Slept well' })
  await expect(store()).rejects.toMatchObject({ status: 0, message: expect.stringMatching(/Can’t reach/) })
  await store()
  // Answered: the same words later are a new note.
  await store()
  expect(keys[0]).toMatch(/.{8}/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
