import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Group, Modal, Slider, Stack, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { Rich } from '../shared/rich.tsx'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { decimalText } from '../shared/time.ts'
import { track } from '../shared/track.ts'
import styles from './presence-modal.module.css'

/** `Display presence` and `Presence detection range`; a distance of 0 isn't saved (SH-18). */
export function PresenceModal({ onClose }: { readonly onClose: () => void }) {
  const settings = useSettings()
  const [isShowDistance, setShowDistance] = useState(settings.isShowDistance)
  const [distanceRange, setDistanceRange] = useState(settings.distanceRange)
  const labelId = useId()

  function save() {
    saveSettings(distanceRange ? { isShowDistance, distanceRange } : { isShowDistance })
    track('presence_change')
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={m.app_presence_title()}>
      <Stack gap="lg">
        <Switch
          label={m.app_presence_display()}
          data-autofocus
          checked={isShowDistance}
          onChange={(event) => setShowDistance(event.currentTarget.checked)}
        />
        <div>
          <p id={labelId} className={styles.presenceLabel}>
            <Rich
              parts={m.app_presence_range.parts({ range: decimalText(distanceRange) })}
              tags={{ b: (range) => <b className="tabular">{range}</b> }}
            />
          </p>
          <Slider
            min={0}
            max={3}
            step={0.1}
            value={distanceRange}
            onChange={setDistanceRange}
            label={(value) => m.app_presence_metres({ distance: decimalText(value) })}
            marks={[0, 1, 2, 3].map((value) => ({
              value,
              label: m.app_presence_metres({ distance: numberText(value) }),
            }))}
            thumbProps={{ 'aria-labelledby': labelId }}
            mb="xl"
          />
          <p className={styles.presenceHelp}>{m.app_presence_help()}</p>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button onClick={save}>{m.common_save()}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
