import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IconChevronDown } from '../shared/icons.tsx'

export interface SnoozeProps {
  /** of the notification */
  readonly name: string
  readonly isBusy: boolean
  readonly onSnooze: (minutes: number) => void
}

type SnoozeButtonProps = Omit<SnoozeProps, 'onSnooze'> & ComponentProps<'button'>

/** Used alone, and as the menu's target once that is fetched. */
export const SnoozeButton = ({ name, isBusy, ...props }: SnoozeButtonProps) => (
  <Button
    size="compact-sm"
    variant="default"
    {...props}
    disabled={isBusy}
    aria-label={m.notification_snooze_label({ notification: name })}
    rightSection={<IconChevronDown size={14} aria-hidden />}
  >
    {m.notification_snooze()}
  </Button>
)
