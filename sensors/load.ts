import { readFileSync } from 'node:fs'
import { type LoadOptions, runLoad } from './load/run-load.ts'
import { readOptions } from './read-options.ts'

/**
 * Load generator: many sensors that publish with QoS 1, from one process.
 *
 * `npx node sensors/load.ts --keys keys.json --seconds 30 --rate 1`   one message a second per device
 * `npx node sensors/load.ts --keys keys.json --seconds 30 --window 8` as many as the portal acknowledges
 *
 * The keys are the answer of `POST /api/devices/bulk/{clinic_id}`, or a list of `{"username", "password"}`.
 */
export { type LoadOptions, type LoadResult, runLoad } from './load/run-load.ts'

const usage = `npx node sensors/load.ts --keys FILE [--url mqtt://127.0.0.1:1883] [--seconds 10]
  [--rate N a second of each device | --window N] [--readings N in a message] [--devices N of the file]`

interface Key {
  readonly username: string
  readonly password: string
}

/** @throws Error when the file contains no keys */
function readKeys(file: string): Key[] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { items?: unknown[] } | unknown[]
  const entries = (Array.isArray(content) ? content : (content.items ?? [])) as (Partial<Key> & {
    key?: Partial<Key>
  })[]
  return entries.map((entry, index) => {
    const { username, password } = entry.key ?? entry
    if (!username || !password) throw new Error(`${file}: entry ${index + 1} has no username and password`)
    return { username, password }
  })
}

if (import.meta.main) {
  const { values } = readOptions(
    {
      options: {
        keys: { type: 'string' },
        url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
        seconds: { type: 'string', default: '10' },
        rate: { type: 'string' },
        window: { type: 'string' },
        readings: { type: 'string', default: '1' },
        devices: { type: 'string' },
      },
    },
    usage,
  )
  try {
    if (!values.keys) throw new Error(usage)
    const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
    const options: LoadOptions = {
      url: values.url,
      devices: readKeys(values.keys).slice(0, number(values.devices)),
      rate: number(values.rate),
      window: number(values.window),
      readingsPerMessage: number(values.readings),
      duration_s: Number(values.seconds),
    }
    const { acknowledgedTs: _, ...result } = await runLoad(options)
    console.log(JSON.stringify(result, null, 2))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
