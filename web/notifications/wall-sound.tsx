import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '../shared/icons.tsx'
import { saveSettings, useSettings } from '../shared/settings.ts'
import { WallArrivals } from './arrivals.tsx'

/** The wall's own switch for sound (AN-2). */
export function WallSound({ clinic }: { readonly clinic: Pick<Clinic, 'id' | 'tz'> }) {
  const { isWallSoundOn } = useSettings()
  const Icon = isWallSoundOn ? IconVolume : IconVolumeOff
  return (
    <>
      <WallArrivals clinic={clinic} />
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
    </>
  )
}
