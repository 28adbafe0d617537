import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readOptions } from '../sensors/read-options.ts'

/**
 * How long until the portal serves: the first start (creates and migrates the database and the demonstration clinic),
 * then later starts, compared within one run.
 */
readOptions({})
const goals = { first: 15, later: 4 }
const laterStarts = 5

async function start(dataDir: string): Promise<number> {
  const began = performance.now()
  const settings = { PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: '' }
  const env = { ...process.env, ...settings }
  const portal = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => portal.once('exit', resolve))
  for await (const line of createInterface({ input: portal.stdout })) if (line.startsWith('{"ready":true')) break
  const seconds = (performance.now() - began) / 1_000
  portal.kill('SIGTERM')
  await exited
  return seconds
}

const dataDir = await mkdtemp(join(tmpdir(), 'eupnea-start-'))
const first = await start(dataDir)
const later: number[] = []
for (let i = 0; i < laterStarts; i++) later.push(await start(dataDir))
await rm(dataDir, { recursive: true, force: true })
const slowest = Math.max(...later)
console.log(`first start ${first.toFixed(1)} s (goal under ${goals.first} s)`)
console.log(`later starts ${later.map((seconds) => seconds.toFixed(1)).join(', ')} s (goal under ${goals.later} s)`)
console.log(`ratio ${(slowest / first).toFixed(2)} (slowest later start against the first start)`)
