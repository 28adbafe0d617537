import { m } from '@eupnea/texts'
import { Button, Group, Modal, Stack, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Rich } from '../shared/rich.tsx'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { asksNotToBeCounted } from '../shared/track.ts'

/** Whether page views in this browser are counted; takes effect immediately (PR-1). */
export function PrivacyChoice({ onClose }: { readonly onClose: () => void }) {
  const { isUsageRefused } = useSettings()
  const isAsked = asksNotToBeCounted()
  return (
    <Modal opened onClose={onClose} title={m.app_privacy_title()}>
      <Stack gap="md">
        <Switch
          label={m.app_privacy_count()}
          data-autofocus
          description={isAsked ? m.app_privacy_count_refused() : m.app_privacy_count_help()}
          checked={!isUsageRefused && !isAsked}
          disabled={isAsked}
          onChange={(event) => saveSettings({ isUsageRefused: !event.currentTarget.checked })}
        />
        <p>
          <Rich
            parts={m.app_privacy_more.parts()}
            tags={{
              link: (text) => (
                <Link to="/pp" onClick={onClose}>
                  {text}
                </Link>
              ),
            }}
          />
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>{m.common_done()}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
