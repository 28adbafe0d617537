import { id, timeZone } from '@eupnea/contract/fields.ts'
import { z } from 'zod'
import { isProfileName } from './profiles.ts'

const span = { from: z.number(), to: z.number() }
const spell = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rate'), rate: z.number(), ...span }),
  z.object({ kind: z.enum(['out', 'stuck']), ...span }),
])

/** Job for `simulate.ts`, read from its standard input as one line of JSON. */
const simulationJob = z.object({
  /** mqtt://host:port of the portal */
  url: z.string().refine((url) => /^mqtts?:\/\/\S+$/.test(url), 'Is not an MQTT address'),
  devices: z
    .array(
      z.object({
        device_id: id,
        password: z.string().min(1),
        /** determines everything about the simulated resident */
        seed: z.int(),
        /** a profile name of profiles.ts; otherwise the sensor's index decides */
        profile: z.string().refine(isProfileName, 'Is not a profile').optional(),
        tz: timeZone,
        /** what a story wants to happen */
        spells: z.array(spell).default([]),
      }),
    )
    .min(1),
  /** how much history to send before live readings, hours */
  history_hours: z
    .number()
    .min(0)
    .max(24 * 29)
    .default(26),
  interval_ms: z.int().min(100).max(60_000).default(1_000),
  /** which sensors send chest displacement: all, every third, none */
  wave: z.enum(['all', 'some', 'none']).default('some'),
})
export type SimulationJob = z.output<typeof simulationJob>

/** @throws Error that names every error */
export function readJob(line: string): SimulationJob {
  const parsed = simulationJob.safeParse(parseJson(line))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'job'}: ${message}`)
  throw new Error(`The job is not valid: ${faults.join('; ')}`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
