import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { proveByPassword } from '@eupnea/contract/account.ts'
import type { Call, CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { pathNames } from '@eupnea/contract/call.ts'
import { signIn } from '@eupnea/contract/sessions.ts'
import { environment } from '../../server/platform/config.ts'
import { prepareDataFolder } from './data-folder.ts'

/** The portal as an operator runs it: a separate process, configured by environment, used from outside. */

/** of all nodes on one database */
export const secretKey = 'the secret key of all nodes in tests'

export const admin = { email: 'admin@example.org', password: 'correct horse battery' }

export interface SpawnedPortal {
  readonly http: string
  readonly mqtt: string
  /** with TLS, if a certificate is set */
  readonly mqtts?: string
  readonly pid: number
  readonly process: ChildProcess
  readonly stderr: () => string
  /** lines printed before it was ready: passwords from the first start */
  readonly announcements: readonly string[]
  /** makes a call as the Superadmin */
  send<C extends Call>(call: C, input: CallArguments<C>): Promise<CallOutput<C>>
  /** a session token of the Superadmin */
  readonly token: string
  /** SIGTERM; resolves with the exit code */
  stop(): Promise<number | null>
  /** kill -9; resolves when it is gone */
  kill(): Promise<void>
}

export interface SpawnOptions {
  /** kept between starts; see `temporaryFolder` */
  readonly dataDir: string
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
  /** a program that becomes the portal, with its words before the portal's own */
  readonly through?: readonly string[]
  /** nobody can sign in to a portal without `web` */
  readonly signIn?: boolean
  /** gets the process before it is ready, to kill it during the start */
  readonly onSpawn?: (child: ChildProcess) => void
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'eupnea-portal-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Several, which are removed together. */
export function temporaryFolders(): { next(): Promise<string>; remove(): Promise<void> } {
  const made: Awaited<ReturnType<typeof temporaryFolder>>[] = []
  return {
    async next() {
      const folder = await temporaryFolder()
      made.push(folder)
      return folder.path
    },
    async remove() {
      for (const folder of made) await folder.remove()
    },
  }
}

/** Clears variables from the shell and the test runner (BASE_URL, NODE_ENV). */
export const unconfigured = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, '']))

/** Starts a portal on free ports and waits for its ready line. @throws Error with its output if it ends instead */
export async function spawnPortal({
  dataDir,
  env = {},
  args = ['--no-demo'],
  ...more
}: SpawnOptions): Promise<SpawnedPortal> {
  if (!env.DATABASE_URL && !existsSync(join(dataDir, 'postgres'))) await prepareDataFolder(dataDir)
  const words = [...(more.through ?? []), process.execPath, 'server/main.ts', ...args]
  const child = spawn(words[0]!, words.slice(1), {
    env: {
      ...process.env,
      ...unconfigured,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // Hundreds of portals would each write it.
      DISK_RESERVE_MB: '0',
      DATA_DIR: dataDir,
      // Nodes of one database have folders of their own, and must agree on the key.
      ...(env.DATABASE_URL ? { SECRET_KEY: secretKey } : {}),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  more.onSpawn?.(child)
  let errors = ''
  const announcements: string[] = []
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = await new Promise<{ http: string; mqtt: string; mqtts?: string; pid: number }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line))
      else announcements.push(line)
    })
    void exited.then((code) => reject(new Error(`The portal ended with ${code}:\n${errors}`)))
  })
  const token =
    more.signIn === false
      ? ''
      : await signInAs(ready.http, admin).catch((error) => {
          child.kill('SIGKILL')
          throw error
        })
  return {
    ...ready,
    process: child,
    stderr: () => errors,
    announcements,
    token,
    async send(call, input) {
      try {
        return await sendCall(ready.http, token, call, input)
      } catch (error) {
        if (!(error instanceof CallFailed && error.body.code === 'proof_due')) throw error
        await sendCall(ready.http, token, proveByPassword, { password: admin.password })
        return sendCall(ready.http, token, call, input)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export async function signInAs(http: string, who: { email: string; password: string }): Promise<string> {
  const answer = await sendCall(http, '', signIn, who)
  if (answer.status !== 'signedIn') throw new Error(`Not signed in: ${answer.status}`)
  return answer.token
}

export class CallFailed extends Error {
  readonly status: number
  readonly body: { code: string; title: string; message: string; field?: string }
  constructor(status: number, body: CallFailed['body']) {
    super(`${status} ${body.code}: ${body.message}`)
    this.status = status
    this.body = body
  }
}

/** Makes one call over HTTP. @throws CallFailed for an error answer */
export async function sendCall<C extends Call>(
  http: string,
  token: string,
  call: C,
  input: CallArguments<C>,
): Promise<CallOutput<C>> {
  const rest = { ...(input as Record<string, unknown>) }
  let path = call.path
  for (const name of pathNames(call.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
  const response = await fetch(`${http}/api${path}${inQuery && query.size > 0 ? `?${query}` : ''}`, {
    method: call.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(inQuery ? {} : { 'content-type': 'application/json' }),
    },
    ...(inQuery ? {} : { body: JSON.stringify(rest) }),
  })
  const body = await response.json()
  if (!response.ok) throw new CallFailed(response.status, body as CallFailed['body'])
  return body as CallOutput<C>
}
