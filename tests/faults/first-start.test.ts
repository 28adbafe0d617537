import { execFileSync, spawn } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readDowntime } from '@eupnea/contract/downtime.ts'
import { acceptAgreement, signIn } from '@eupnea/contract/sessions.ts'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { buildWeb } from '../../tools/build-web.ts'
import { sendCall, temporaryFolder, unconfigured } from '../kit/spawn-portal.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

it('a first start builds the web app, and makes the demonstration facility like later ones [VI-5]', async () => {
  await rm('web/dist/.sources', { force: true })
  const { NODE_ENV: _, ...env } = { ...process.env, ...unconfigured }
  const settings = {
    PORT: '0',
    MQTT_PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder.path, 'data'),
    LOG_LEVEL: 'error',
  }
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
  const [, email, password] = /^Demonstration facility: (\S+) {2}password: (\S+)$/m.exec(lines.join('\n'))!
  const answer = await sendCall(http, '', signIn, { email: email!, password: password! })
  if (answer.status !== 'signedIn') throw new Error(`Not signed in: ${answer.status}`)
  await sendCall(http, answer.token, acceptAgreement, {})
  // Its past goes on without a seam: no sensor is taken for silent while it is made.
  const clinic_id = answer.user.clinic_ids[0]!
  const { items } = await sendCall(http, answer.token, readDowntime, { clinic_id })
  expect(items.filter(({ cause, seconds }) => cause === 'stuck' && seconds > 3_600)).not.toEqual([])
  expect(items.filter(({ cause, seconds }) => cause === 'silent' && seconds > 3_600)).toEqual([])
  expect((await stat(settings.DATA_DIR)).mode & 0o777).toBe(0o700)
  portal.kill('SIGTERM')
  expect(await exited).toBe(0)
})

it('what is built for an image is what a start builds: compressed, and not built again', async () => {
  await rm('web/dist', { recursive: true, force: true })
  execFileSync('npm', ['run', 'build'], { stdio: 'ignore', shell: process.platform === 'win32' })
  const built = await stat('web/dist/index.html')
  await stat('web/dist/index.html.br')
  await buildWeb()
  expect((await stat('web/dist/index.html')).mtimeMs).toBe(built.mtimeMs)
})
