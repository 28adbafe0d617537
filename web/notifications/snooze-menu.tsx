import { Menu } from '@mantine/core'
import { snoozeChoices, snoozeText } from './notification-words.ts'
import { SnoozeButton, type SnoozeProps } from './snooze-button.tsx'

/** The choice of how long. Above pop-ups, which contain it too. */
export const SnoozeMenu = ({ onSnooze, ...button }: SnoozeProps) => (
  <Menu position="bottom-end" width={160} zIndex={500} withInitialFocusPlaceholder={false} defaultOpened>
    <Menu.Target>
      <SnoozeButton {...button} />
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
