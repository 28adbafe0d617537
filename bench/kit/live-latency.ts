import type { LiveMessage } from '@eupnea/contract/live.ts'
import type { SpawnedPortal } from '../../tests/kit/spawn-portal.ts'
import type { Child } from './child.ts'
import type { DashboardsAnswer, DashboardsAsk } from './dashboards.ts'
import { now, percentile } from './numbers.ts'

/** Where a dashboard of the clinic gets its live messages, as the Superadmin. */
export const liveUrl = ({ http, token }: SpawnedPortal, clinic_id: string): string =>
  `${http.replace('http', 'ws')}/live?${new URLSearchParams({ token, type: 'clinic', clinic_id, batch: '1' })}`

/**
 * p99 from publish to dashboard of the readings heard from then on, ms.
 * @param from ms since the epoch
 * @param isMeasured of a device
 */
export async function liveP99(
  dashboards: Child<DashboardsAsk, DashboardsAnswer>,
  from: number,
  isMeasured: (deviceId: string) => boolean = () => true,
): Promise<number> {
  const { heard } = await dashboards.ask({ do: 'report', from, to: now() })
  const latencies = heard.flatMap(({ text, at }) =>
    (JSON.parse(text) as LiveMessage[]).flatMap((message) =>
      message.action === 'rr' && isMeasured(message.device_id) ? at.map((one) => one - message.ts) : [],
    ),
  )
  if (latencies.length === 0) throw new Error('No reading was heard')
  return percentile(latencies, 0.99)
}
