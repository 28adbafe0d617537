import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '../shared/icons.tsx'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { WallArrivals } from './arrivals.tsx'
import type { Asking } from './sound-plan.ts'
import { useSound } from './use-sound.tsx'

/** What is open in the clinic, as tones, and the wall's own switch for them (AN-2). */
export function WallSound({ clinic }: { readonly clinic: Pick<Clinic, 'id' | 'tz'> }) {
  return (
    <>
      <WallArrivals clinic={clinic} />
      <SoundSwitch />
    </>
  )
}

/** The same for a display, whose token lists no notifications: its wall says what asks (DI-1). */
export function DisplaySound({ asking }: { readonly asking: readonly Asking[] }) {
  useSound(asking, useSettings().isWallSoundOn)
  return <SoundSwitch />
}

function SoundSwitch() {
  const { isWallSoundOn } = useSettings()
  const Icon = isWallSoundOn ? IconVolume : IconVolumeOff
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-pressed={isWallSoundOn}
      aria-label={m.notification_sound_wall()}
      onClick={() => saveSettings({ isWallSoundOn: !isWallSoundOn })}
    >
      <Icon size={24} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
