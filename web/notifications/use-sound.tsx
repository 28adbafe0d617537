import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useSyncExternalStore } from 'react'
import styles from './pop-up.module.css'
import type { Asking } from './sound-plan.ts'
import { sound } from './sounder.ts'
import { allowSound, isSoundBlocked, onSoundBlocked } from './tone.ts'

const blockedId = 'sound-blocked'
/** in this tab's session */
const saidKey = 'eupnea.soundBlockedSaid'
const gestures = ['click', 'keydown'] as const

/**
 * Sounds what asks while the page shows it; where the browser blocks sound, a click anywhere allows it, and a pop-up says
 * so once a session: it covers what is below, and the crossed-out loudspeaker stays (AN-2).
 * @param asking the same array while nothing changes
 */
export function useSound(asking: readonly Asking[], isOn: boolean): void {
  const isBlocked = useSyncExternalStore(onSoundBlocked, isSoundBlocked)

  useEffect(() => sound(isOn ? asking : []), [asking, isOn])
  useEffect(() => () => sound([]), [])
  useEffect(() => {
    if (isOn) void allowSound()
  }, [isOn])
  useEffect(() => {
    if (!isOn || !isBlocked) return
    const allow = () => void allowSound()
    for (const name of gestures) addEventListener(name, allow, { capture: true, passive: true })
    if (isFirst()) showBlocked(allow)
    return () => {
      for (const name of gestures) removeEventListener(name, allow, { capture: true })
      notifications.hide(blockedId)
    }
  }, [isOn, isBlocked])
}

function isFirst(): boolean {
  try {
    if (sessionStorage.getItem(saidKey)) return false
    sessionStorage.setItem(saidKey, 'yes')
  } catch {
    // Without storage, each page says it.
  }
  return true
}

const showBlocked = (allow: () => void) =>
  notifications.show({
    id: blockedId,
    message: (
      <span className={styles.notificationPopUpRow}>
        {m.notification_sound_blocked_title()}
        <Button size="compact-sm" variant="default" onClick={allow}>
          {m.notification_sound_allow()}
        </Button>
      </span>
    ),
    color: 'yellow',
    autoClose: false,
    role: 'status',
  })
