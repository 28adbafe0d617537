import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls } from '@eupnea/contract/calls.ts'
import { createConfig, lint } from '@redocly/openapi-core'
import { readOpenapi } from '../../server/openapi/read-openapi.ts'
import type { Suite } from './suite.ts'

/** The OpenAPI document, judged by redocly's recommended rules and by a client that is generated from it (AP-1). */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

/** `/users/{user_id}/status` beside `/users/set/{user_id}`: the specification gives these paths, and routers have an order. */
const given = ['no-ambiguous-paths']

async function writeDocument(folder: string): Promise<string> {
  const made = new Map(calls.filter(({ name }) => name.startsWith('create')).map(({ name }) => [name, 201]))
  const path = join(folder, 'openapi.json')
  await writeFile(path, JSON.stringify(await readOpenapi(made)()))
  return path
}

/** Within the repository, where the client's packages are found. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const cache = join(here, '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'openapi-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const openapiRules: Suite = {
  name: 'OpenAPI: redocly recommended',
  run: () =>
    withFolder(async (folder) => {
      const config = await createConfig({
        extends: ['recommended'],
        rules: Object.fromEntries(given.map((rule) => [rule, 'off'])),
      })
      const problems = await lint({ ref: await writeDocument(folder), config })
      const failed = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
      return { passed: calls.length, failed }
    }),
}

/** Each line that must not compile is marked; an unmarked one must. */
const sample = `import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const client = createClient<paths>({ baseUrl: 'https://portal.example.org/api' })
export async function rooms(clinic_id: string): Promise<string[]> {
  const { data, error } = await client.GET('/residents', { params: { query: { clinic_id, page_size: 200 } } })
  if (error) throw new Error(error.message)
  const residents: components['schemas']['Resident'][] = data.items
  return residents.map(({ room }) => room)
}
export async function add(clinic_id: string): Promise<string> {
  const { data } = await client.POST('/nurse-calls', { body: { clinic_id, name: 'Panels', host: 'a.example', port: 2575 } })
  const made: components['schemas']['NurseCall'] | undefined = data
  return made?.host ?? ''
}
export async function csv(): Promise<string> {
  const { data } = await client.GET('/residents.csv', { parseAs: 'text' })
  return data ?? ''
}
export const wrong = async () => {
  const { data } = await client.GET('/residents')
  // @ts-expect-error a resident has no such field
  data?.items[0]?.shoe_size
  // @ts-expect-error a facility is needed
  await client.POST('/nurse-calls', { body: { name: 'Panels' } })
}
`

export const openapiClient: Suite = {
  name: 'OpenAPI: generated client compiles',
  run: () =>
    withFolder(async (folder) => {
      const document = await writeDocument(folder)
      const generator = fileURLToPath(import.meta.resolve('openapi-typescript/package.json')).replace(
        /package\.json$/,
        '',
      )
      await run(process.execPath, [join(generator, 'bin/cli.js'), document, '-o', join(folder, 'api.d.ts')])
      await writeFile(join(folder, 'sample.ts'), sample)
      const options = [
        '--ignoreConfig',
        '--strict',
        '--noEmit',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--allowImportingTsExtensions',
      ]
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      try {
        const target = ['--target', 'esnext', '--lib', 'esnext,dom,dom.iterable', '--types', '']
        await run(process.execPath, [compiler, ...options, ...target, join(folder, 'sample.ts')], { cwd: folder })
        return { passed: 1, failed: [] }
      } catch (error) {
        return { passed: 0, failed: (error as { stdout: string }).stdout.trim().split('\n') }
      }
    }),
}
