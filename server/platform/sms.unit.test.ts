import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { startSmsGateway } from '../../tests/kit/sms-gateway.ts'
import type { GatewayError } from './gateway-error.ts'
import { createSmsGateway } from './sms.ts'

async function refusalOf(status: number, headers: Record<string, string> = {}, body?: string): Promise<GatewayError> {
  const gateway = await startSmsGateway()
  gateway.behave({ status, headers, ...(body !== undefined && { body }) })
  const sms = createSmsGateway({ url: gateway.url, account: 'AC1', token: 't', from: 'House' })
  const error = await sms
    .send({ id: 'm1', to: '+447700900101', text: 'One', statusUrl: null })
    .catch((thrown) => thrown)
  await gateway.close()
  return error
}

it.each([400, 413, 422])('%i is the last word about an SMS [AL-6]', async (status) => {
  expect(await refusalOf(status)).toMatchObject({ isFinal: true, isBusy: false })
})

it.each([401, 402, 403, 404, 405])('%i speaks of the account, and may pass [AL-6]', async (status) => {
  expect(await refusalOf(status)).toMatchObject({ isFinal: false, isUnclear: false })
})

it.each([408, 425, 429, 500, 503])('%i may pass [AL-6]', async (status) => {
  expect(await refusalOf(status)).toMatchObject({ isFinal: false, isBusy: status === 429 })
})

it('a gateway that nothing listens for is said in words, and took nothing [AL-6]', async () => {
  const { url, close } = await startSmsGateway()
  await close()
  const sms = createSmsGateway({ url, account: 'AC1', token: 't', from: 'House' })
  const sending = sms.send({ id: 'm1', to: '+447700900101', text: 'One', statusUrl: null })
  await expect(sending).rejects.toMatchObject({ message: m.outbox_connection_refused(), isUnclear: false })
})

it('a gateway that says when to come again is busy, whatever else it says [AL-6]', async () => {
  expect(await refusalOf(503, { 'retry-after': '120' })).toMatchObject({ isBusy: true, retryAfterMs: 120_000 })
})

it.each([
  ['{"sid":"SM1","status":"failed","error_code":21610}', { isFinal: true }],
  ['{"sid":"SM1","status":"undelivered"}', { isFinal: true }],
  ['{"code":21211,"message":"Not a number","status":400}', { isFinal: true }],
  ['{"code":20003,"message":"Authenticate","status":401}', { isFinal: false }],
  ['{"code":20429,"message":"Too many","status":429}', { isFinal: false, isBusy: true }],
])('200 with %s is no acceptance [AL-6]', async (body, refusal) => {
  expect(await refusalOf(200, {}, body)).toMatchObject({ name: 'GatewayError', isUnclear: false, ...refusal })
})

it.each([
  '',
  'OK',
  '[]',
  'null',
  '{"status":"queued","error_code":null}',
  '{"status":200}',
  `"${'x'.repeat(200_000)}"`,
])('200 accepts, also with %.20s [AL-6]', async (body) => {
  expect(await refusalOf(200, {}, body)).toBeUndefined()
})

it.each([
  ['in a circle', '/list?Page=1'],
  ['to another host, which would get its password', 'http://127.0.0.1:9/list'],
])('a list of messages whose pages lead %s is none [AN-13]', async (_name, next_page_uri) => {
  const server = createServer((_request, response) => response.end(JSON.stringify({ messages: [], next_page_uri })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`
  const sms = createSmsGateway({ url, account: 'AC1', token: 't', from: 'House' })
  const asked = sms.has({ to: '+447700900101', text: 'One', since: Temporal.Now.instant() })
  const inTime = sleep(5_000, 'still asking').finally(() => sms.close())
  expect(await Promise.race([asked, inTime])).toBeUndefined()
  server.closeAllConnections()
  server.close()
})

it.each([
  [['failed'], false],
  [['undelivered'], false],
  [['failed', 'delivered'], true],
  [['queued'], true],
  [[undefined], true],
])('a list that has a message as %j says that it has been accepted: %s [AN-13]', async (states, expected) => {
  const messages = states.map((status) => ({ to: '+447700900101', body: 'One', status }))
  const server = createServer((_request, response) => response.end(JSON.stringify({ messages, next_page_uri: null })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`
  const sms = createSmsGateway({ url, account: 'AC1', token: 't', from: 'House' })
  expect(await sms.has({ to: '+447700900101', text: 'One', since: Temporal.Now.instant() })).toBe(expected)
  sms.close()
  server.closeAllConnections()
  server.close()
})
