import type { CallOutput } from '@eupnea/contract/call.ts'
import { createDevices } from '@eupnea/contract/devices.ts'
import { useRef, useState } from 'react'
import { send } from '../shared/api.ts'
import { fetchAgain } from '../shared/query.ts'
import { deviceAnswers } from './device-answers.ts'
import type { GivenLine } from './parse-lines.ts'

/** Lines per call, so that progress can be shown. */
const chunkSize = 500

type KeyedDevice = CallOutput<typeof createDevices>['items'][number]

export interface Bulk {
  readonly phase: 'idle' | 'wait' | 'error' | 'success'
  readonly sent: number
  readonly total: number
  readonly devices: readonly KeyedDevice[]
  /** what the server found wrong, by number of line */
  readonly faults: ReadonlyMap<number, string>
  readonly error: Error | null
}

const idle: Bulk = { phase: 'idle', sent: 0, total: 0, devices: [], faults: new Map(), error: null }

/**
 * Creates many devices: in one call, all or none; or in pieces, only the valid lines. After a lost connection it goes on
 * with the piece that got no answer.
 */
export function useBulk() {
  const [bulk, setBulk] = useState<Bulk>(idle)
  const done = useRef<Bulk>(idle)
  const tell = (next: Partial<Bulk>) => {
    done.current = { ...done.current, ...next }
    setBulk(done.current)
  }

  /** @returns whether everything was sent and something came of it */
  async function run(clinic_id: string, lines: readonly GivenLine[], partial: boolean): Promise<boolean> {
    const size = partial ? chunkSize : lines.length
    tell({ phase: 'wait', total: lines.length, error: null, ...(!partial && { sent: 0, faults: new Map() }) })
    try {
      while (done.current.sent < lines.length) {
        const { sent, devices, faults } = done.current
        const chunk = lines.slice(sent, sent + size)
        const answer = await send(createDevices, { clinic_id, partial, data: chunk.map(dataOf) })
        const found = new Map(faults)
        for (const { line, message } of answer.faults) found.set(chunk[line]!.number, message)
        tell({ sent: sent + chunk.length, devices: [...devices, ...answer.items], faults: found })
      }
      tell({ phase: 'success' })
    } catch (error) {
      tell({ phase: 'error', error: error as Error })
    }
    await fetchAgain(deviceAnswers)
    return done.current.phase === 'success' && done.current.devices.length > 0
  }
  return { bulk, run, reset: () => tell(idle) }
}

const dataOf = ({ device_uid, name, tz, topic_prefix }: GivenLine) => ({
  device_uid,
  ...(name && { name }),
  ...(tz && { tz }),
  ...(topic_prefix && { topic_prefix }),
})
