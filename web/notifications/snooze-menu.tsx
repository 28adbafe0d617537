import { Menu } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { snoozeChoices, snoozeText } from './notification-words.ts'
import { SnoozeButton, type SnoozeProps } from './snooze-button.tsx'

/** The choice of how long. Above pop-ups, which contain it too. */
export function SnoozeMenu({ onSnooze, ...button }: SnoozeProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  // Replaces, and is opened by, a button that had the focus: closing returns the focus to the new button.
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])

  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={160}
      zIndex={500}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <SnoozeButton ref={target} {...button} />
      </Menu.Target>
      <Menu.Dropdown>
        {snoozeChoices.map((minutes) => (
          <Menu.Item key={minutes} onClick={() => onSnooze(minutes)}>
            {snoozeText(minutes)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
