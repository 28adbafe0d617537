import { Button, Group, Modal, Slider, Stack, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { decimalText } from '../shared/time.ts'
import { track } from '../shared/track.ts'

/** `Display presence` and `Presence detection range`; a distance of 0 is not saved (SH-18). */
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
    <Modal opened onClose={onClose} title="Presence settings" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="lg">
        <Switch
          label="Display presence"
          data-autofocus
          checked={isShowDistance}
          onChange={(event) => setShowDistance(event.currentTarget.checked)}
        />
        <div>
          <p id={labelId} className="field-label">
            Presence detection range: <b className="tabular">{decimalText(distanceRange)} m</b>
          </p>
          <Slider
            min={0}
            max={3}
            step={0.1}
            value={distanceRange}
            onChange={setDistanceRange}
            label={(value) => `${decimalText(value)} m`}
            marks={[0, 1, 2, 3].map((value) => ({ value, label: `${value} m` }))}
            thumbProps={{ 'aria-labelledby': labelId }}
            mb="xl"
          />
          <p className="field-help">A resident whose breathing is measured within this distance counts as in bed.</p>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save}>Save</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
