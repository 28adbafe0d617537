import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { DataFolderInUse } from './embedded-postgres/index.ts'
import { nameVariable } from './name-variable.ts'

const config = {
  HOST: '127.0.0.1',
  PORT: 0,
  MQTT_PORT: 0,
  MQTTS_PORT: 0,
  HL7_PORT: undefined,
  DATA_DIR: '/dev/null/data',
}
const wordsFor = (error: unknown, more: Partial<typeof config>) =>
  (nameVariable(error, { ...config, ...more }) as Error).message

/** @returns the error of listening there */
async function refusalOf(options: { host: string; port: number }): Promise<unknown> {
  const server = createServer().listen(options)
  const [error] = await once(server, 'error')
  return error
}

it('names the variable of a port that is in use, and of an address that the machine doesn’t have', async () => {
  const server: Server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const inUse = await refusalOf({ host: '127.0.0.1', port })
  expect(wordsFor(inUse, { MQTT_PORT: port })).toMatch(new RegExp(`^MQTT_PORT: port ${port} is in use`))
  expect(wordsFor(inUse, { PORT: port, MQTT_PORT: port })).toMatch(/^PORT, MQTT_PORT: /)
  expect(wordsFor(await refusalOf({ host: '192.0.2.1', port: 0 }), { HOST: '192.0.2.1' })).toBe(
    'HOST: this machine has no address 192.0.2.1',
  )
  const unknown = { HOST: 'portal.invalid' }
  expect(wordsFor(await refusalOf({ host: unknown.HOST, port: 0 }), unknown)).toMatch(/^HOST: no address is found for/)
})

it.skipIf(process.platform === 'win32')(
  'names DATA_DIR where it can’t be used, and leaves other errors as they are',
  () => {
    const making = () => mkdirSync('/dev/null/data')
    let found: unknown
    try {
      making()
    } catch (error) {
      found = error
    }
    expect(wordsFor(found, {})).toMatch(/^DATA_DIR: ENOTDIR.*The folder and everything in it must belong to/)
    expect(wordsFor(new DataFolderInUse('/dev/null/data', 7), {})).toMatch(/^DATA_DIR: .* in use by process 7/)
    expect(wordsFor(found, { DATA_DIR: '/srv/eupnea' })).toMatch(/^ENOTDIR/)
  },
)
