import { m } from '@eupnea/texts'
import type { UseQueryResult } from '@tanstack/react-query'
import { browserZone } from './form/local-time.ts'
import { Stale } from './states.tsx'
import { clockText } from './time.ts'

interface StaleAnswerProps {
  readonly query: Pick<UseQueryResult, 'error' | 'dataUpdatedAt'> & { readonly refetch: () => unknown }
  /** of the clinic; without one, of the browser */
  readonly zone?: string
}

/** Above an answer that could not be fetched again: how old it is. */
export const StaleAnswer = ({ query, zone = browserZone() }: StaleAnswerProps) =>
  query.error && (
    <Stale act={m.common_try_again()} onAct={() => void query.refetch()}>
      {m.common_stale({ time: clockText(query.dataUpdatedAt, zone) })}
    </Stale>
  )
