import { m } from '@eupnea/texts'
import { Button, Group, Modal, Slider, Stack, Switch } from '@mantine/core'
import { useId } from 'react'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { severityLabels } from './notification-words.ts'
import styles from './notifications.module.css'
import { playTone } from './tone.ts'

/** Sound on or off, its volume, and how each severity sounds (AN-2). Changes hold immediately: they are to be heard. */
export function SoundDialog({ onClose }: { readonly onClose: () => void }) {
  const { isSoundOn, soundVolume } = useSettings()
  const labelId = useId()
  return (
    <Modal opened onClose={onClose} title={m.notification_sound_title()}>
      <Stack gap="lg">
        <Switch
          label={m.notification_sound_on()}
          description={m.notification_sound_help()}
          data-autofocus
          checked={isSoundOn}
          onChange={(event) => saveSettings({ isSoundOn: event.currentTarget.checked })}
        />
        <div>
          <p id={labelId} className={styles.notificationSoundLabel}>
            {m.notification_sound_volume()}
          </p>
          <Slider
            min={0.1}
            max={1}
            step={0.1}
            label={null}
            value={soundVolume}
            onChange={(volume) => saveSettings({ soundVolume: volume })}
            thumbProps={{ 'aria-labelledby': labelId }}
          />
        </div>
        <Group>
          {(['warning', 'danger'] as const).map((severity) => (
            <Button key={severity} variant="default" onClick={() => void playTone(severity, soundVolume)}>
              {m.notification_sound_test({ severity: severityLabels[severity]() })}
            </Button>
          ))}
        </Group>
      </Stack>
    </Modal>
  )
}
