import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import type { ReactNode } from 'react'
import { FlagBadge } from '../shared/flag-badge.tsx'

/** A flag in a list; most residents have none, so that is shown quietly. */
export const flagCell = (status: FlagStatus): ReactNode => (status === 1 ? '–' : <FlagBadge status={status} />)
