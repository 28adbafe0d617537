import { m } from '@eupnea/texts'
import { Menu } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { now } from '../shared/time.ts'
import { snoozeChoices, snoozeText } from './notification-words.ts'
import { SnoozeButton, type SnoozeProps } from './snooze-button.tsx'
import { SnoozeUntil } from './snooze-until.tsx'

/** The choice of how long. Above pop-ups, which contain it too. */
export function SnoozeMenu({ onSnooze, severity, zone, ...button }: SnoozeProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)

  // Replaces, and is opened by, a button that had the focus: closing returns the focus to the new button.
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])

  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={160} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <SnoozeButton ref={target} {...button} />
        </Menu.Target>
        <Menu.Dropdown>
          {snoozeChoices[severity].map((minutes) => (
            <Menu.Item key={minutes} onClick={() => onSnooze(new Date(now() + minutes * 60_000).toISOString())}>
              {snoozeText(minutes)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>{m.notification_snooze_until()}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && <SnoozeUntil severity={severity} zone={zone} onSnooze={onSnooze} onClose={() => setAsking(false)} />}
    </>
  )
}
