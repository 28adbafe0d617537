import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { browserZone } from '../shared/form/local-time.ts'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import { clockText } from '../shared/time.ts'

interface AnswerProps<T> {
  readonly query: UseQueryResult<T, Error>
  /** what is being fetched: `Fetching your nights` */
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
              Try again
            </Button>
          }
        >
          Could not be refreshed. This is how it stood at {clockText(dataUpdatedAt, browserZone())}.
        </Stale>
      )}
      {children(data)}
    </>
  )
}
