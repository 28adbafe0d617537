import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from './states.tsx'

interface MissingProps {
  readonly title: string
  readonly children: ReactNode
  readonly to: LinkProps['to']
  /** on the button */
  readonly back: string
}

/** A page about something that doesn't exist, or not for this person, and the way to the others. */
export const Missing = ({ title, children, to, back }: MissingProps) => (
  <Empty
    title={title}
    action={
      <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />}>
        {back}
      </Button>
    }
  >
    {children}
  </Empty>
)
