import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { ActionIcon, Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IconBellZ, IconChevronDown } from '../shared/icons.tsx'

export interface SnoozeProps {
  /** of the notification */
  readonly name: string
  readonly isBusy: boolean
  readonly size: 'small' | 'icons' | undefined
  readonly severity: Notification['severity']
  /** the clinic's */
  readonly zone: string
  /** @param until ISO instant */
  readonly onSnooze: (until: string) => void
}

type SnoozeButtonProps = Omit<SnoozeProps, 'onSnooze' | 'severity' | 'zone'> & ComponentProps<'button'>

/** Used alone, and as the menu's target once that is fetched. */
export function SnoozeButton({ name, isBusy, size, ...props }: SnoozeButtonProps) {
  const label = m.notification_snooze_label({ notification: name })
  if (size === 'icons')
    return (
      <ActionIcon
        size={24}
        variant="default"
        {...props}
        disabled={isBusy}
        aria-label={label}
        title={m.notification_snooze()}
      >
        <IconBellZ size={15} stroke={1.8} aria-hidden />
      </ActionIcon>
    )
  return (
    <Button
      size={size ? 'compact-xs' : 'compact-sm'}
      variant="default"
      {...props}
      disabled={isBusy}
      aria-label={label}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {m.notification_snooze()}
    </Button>
  )
}
