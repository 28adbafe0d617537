import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { browserZone } from '../shared/form/local-time.ts'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import { clockText } from '../shared/time.ts'

interface AnswerProps<T> {
  readonly query: UseQueryResult<T, Error>
  /** what is being fetched: `Loading your nights` */
  readonly label: string
  readonly children: (data: T) => ReactNode
}

/** What was asked for, on its way, failed, or there, if need be with its age above it. */
export function Answer<T>({ query: { data, error, refetch, dataUpdatedAt }, label, children }: AnswerProps<T>) {
  const retry = () => void refetch()
  if (data === undefined) return error ? <Failed error={error} retry={retry} /> : <Loading label={label} />
  return (
    <>
      {error && (
        <Stale
          action={
            <Button size="compact-sm" variant="default" onClick={retry}>
              {m.common_try_again()}
            </Button>
          }
        >
          {m.common_stale({ time: clockText(dataUpdatedAt, browserZone()) })}
        </Stale>
      )}
      {children(data)}
    </>
  )
}
