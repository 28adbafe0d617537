import { m } from '@eupnea/texts'
import { ActionIcon } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { IconVolumeOff } from '../shared/icons.tsx'
import { useSettings } from '../shared/settings.ts'
import { allowSound, isSoundBlocked, onSoundBlocked } from './tone.ts'

/** Beside the bell for as long as the browser blocks what should sound (AN-2). */
export function SoundBlocked() {
  const isBlocked = useSyncExternalStore(onSoundBlocked, isSoundBlocked)
  const { isSoundOn } = useSettings()
  if (!isBlocked || !isSoundOn) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      data-blocked
      aria-label={m.notification_sound_allow()}
      title={m.notification_sound_blocked_title()}
      onClick={() => void allowSound()}
    >
      <IconVolumeOff size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
