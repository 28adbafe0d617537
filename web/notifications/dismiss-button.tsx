import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'

interface DismissButtonProps extends ComponentProps<'button'> {
  /** of the notification */
  readonly name: string
}

/** Used alone, and beside the dialog once that is fetched. */
export const DismissButton = ({ name, ...props }: DismissButtonProps) => (
  <Button size="compact-sm" variant="default" {...props} aria-label={m.trend_dismiss_label({ notification: name })}>
    {m.trend_dismiss()}
  </Button>
)
