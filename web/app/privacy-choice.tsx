import { Button, Group, Modal, Stack, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { asksNotToBeCounted } from '../shared/track.ts'

/** Whether the use of the portal at this browser is counted; holds at once (PR-1). */
export function PrivacyChoice({ onClose }: { readonly onClose: () => void }) {
  const { isUsageRefused } = useSettings()
  const isAsked = asksNotToBeCounted()
  return (
    <Modal opened onClose={onClose} title="Privacy" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Switch
          label="Count how often pages are opened"
          data-autofocus
          description={
            isAsked
              ? 'Your browser asks not to be tracked, so nothing is counted here.'
              : 'Numbers a day by page and role, without names, addresses or third parties.'
          }
          checked={!isUsageRefused && !isAsked}
          disabled={isAsked}
          onChange={(event) => saveSettings({ isUsageRefused: !event.currentTarget.checked })}
        />
        <p>
          What is kept about you and what you can ask for is in the{' '}
          <Link to="/pp" onClick={onClose}>
            privacy policy
          </Link>
          .
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
