import type { CallOutput } from '@eupnea/contract/call.ts'
import { listRates } from '@eupnea/contract/rates.ts'
import { mostStretches, stepMinutes, stretchKey, stretchMinutes } from '@eupnea/contract/rules/spark.ts'
import { m } from '@eupnea/texts'
import { useQuery } from '@tanstack/react-query'
import { send } from './api.ts'
import { Sparkline } from './charts/sparkline.tsx'
import { now } from './time.ts'

/** Sparklines of the rows of a list: each asks for its own stretch, and all of a page are one call (VI-3). */

type Stretch = CallOutput<typeof listRates>['items'][number]

interface Waiting {
  readonly clinic_id: string
  readonly of: string
  resolve(stretch: Stretch | null): void
  reject(reason: unknown): void
}

let waiting: Waiting[] = []

const askFor = (clinic_id: string, of: string): Promise<Stretch | null> =>
  new Promise((resolve, reject) => {
    // The rows of a page are drawn together.
    if (waiting.length === 0) setTimeout(sendAll)
    waiting.push({ clinic_id, of, resolve, reject })
  })

function sendAll(): void {
  const asked = waiting
  waiting = []
  for (const [clinic_id, theirs] of Map.groupBy(asked, (one) => one.clinic_id))
    for (let first = 0; first < theirs.length; first += mostStretches)
      void sendSome(clinic_id, theirs.slice(first, first + mostStretches))
}

async function sendSome(clinic_id: string, asked: readonly Waiting[]): Promise<void> {
  try {
    const { items } = await send(listRates, { clinic_id, of: asked.map(({ of }) => of).join(',') })
    const found = new Map(items.map((item) => [item.of, item]))
    for (const { of, resolve } of asked) resolve(found.get(of) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

const refreshMs = 60_000

interface ResidentSparklineProps {
  readonly clinic_id: string
  readonly patient_id: string
  /** the middle of the stretch, which is marked, ms since the epoch; by default it ends now */
  readonly around?: number
}

const hourMs = 3_600_000

/** The last two hours, or an hour before and after an instant, over the limits of then. */
export function ResidentSparkline({ clinic_id, patient_id, around }: ResidentSparklineProps) {
  const until = around === undefined ? null : around + hourMs
  const of = stretchKey(patient_id, until)
  const isOver = until !== null && until < now()
  const { data } = useQuery({
    queryKey: [listRates.name, clinic_id, of],
    queryFn: () => askFor(clinic_id, of),
    // What is over changes only if readings come late.
    staleTime: refreshMs,
    refetchInterval: isOver ? false : refreshMs,
  })
  return (
    <Sparkline
      rates={data === null ? [] : (data?.rates ?? null)}
      limits={data?.limits ?? null}
      label={around === undefined ? m.rate_two_hours_label : m.rate_around_label}
      steps={stretchMinutes / stepMinutes}
      isMiddleMarked={around !== undefined}
    />
  )
}
