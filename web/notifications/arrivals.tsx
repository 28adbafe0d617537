import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { Notification } from '@eupnea/contract/notifications.ts'
import { useEffect, useMemo } from 'react'
import { isOpen, useCurrentNotifications } from '../shared/current-notifications.tsx'
import { setWaiting } from '../shared/page-title.ts'
import { useSettings } from '../shared/settings.ts'
import { askingOf } from './plan-pop-ups.ts'
import { endPopUps, showPopUps } from './pop-up.tsx'
import { useSound } from './use-sound.tsx'

const none: readonly Notification[] = []

/** What is open in the clinic: in the tab's title and icon, and as tones. @returns it, the same array while unchanged */
function useOpen(clinicId: string, isSoundOn: boolean): readonly Notification[] {
  const { data } = useCurrentNotifications(clinicId)
  const open = useMemo(() => data?.items.filter(isOpen) ?? none, [data])
  const asking = useMemo(() => open.map((one) => ({ key: askingOf(one), severity: one.severity })), [open])
  useSound(asking, isSoundOn)
  useEffect(() => setWaiting(open.length), [open])
  useEffect(() => () => setWaiting(0), [])
  return open
}

interface ArrivalsProps {
  readonly clinic: Pick<Clinic, 'id' | 'tz'>
}

/** Calls for attention on every page: pop-ups, title, icon and sound follow from what is open (AN-1, AN-2). */
export function Arrivals({ clinic: { id, tz } }: ArrivalsProps) {
  const open = useOpen(id, useSettings().isSoundOn)
  useEffect(() => showPopUps(open, tz), [open, tz])
  useEffect(() => endPopUps, [])
  return null
}

/** On the wall, which has no pop-ups. */
export function WallArrivals({ clinic }: ArrivalsProps) {
  useOpen(clinic.id, useSettings().isWallSoundOn)
  return null
}
