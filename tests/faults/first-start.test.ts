import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder, unconfigured } from '../kit/spawn-portal.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

it('a first start builds the web app, and makes the demonstration facility like later ones', async () => {
  await rm('web/dist/.sources', { force: true })
  const { NODE_ENV: _, ...env } = { ...process.env, ...unconfigured }
  const settings = { PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder.path, LOG_LEVEL: 'error' }
  const portal = spawn(process.execPath, ['tools/start.ts'], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void portal.kill())
  const exited = new Promise((done) => portal.once('exit', done))
  const lines: string[] = []
  for await (const line of createInterface({ input: portal.stdout })) {
    lines.push(line)
    if (line.startsWith('{"ready":true')) break
  }
  const { http } = JSON.parse(lines.at(-1)!) as { http: string }
  expect((await fetch(http)).headers.get('content-type')).toContain('text/html')
  expect(lines.join('\n')).toMatch(/^Demonstration facility: \S+ {2}password: \S+$/m)
  portal.kill('SIGTERM')
  expect(await exited).toBe(0)
})
