import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readChannels } from '@eupnea/contract/duties.ts'
import type { Notification } from '@eupnea/contract/notifications.ts'
import { channelsOf, type PersonChannel } from '@eupnea/contract/rules/channels.ts'
import { useEffect, useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { isOpen, useCurrentNotifications } from '../shared/current-notifications.tsx'
import { setWaiting } from '../shared/page-title.ts'
import { useSettings } from '../shared/settings.ts'
import { Announced } from './announced.tsx'
import { useResidentOnPage } from './on-page.ts'
import { askingOf } from './plan-pop-ups.ts'
import { endPopUps, showPopUps } from './pop-up.tsx'
import { useSound } from './use-sound.tsx'

const none: readonly Notification[] = []

/** What is open in the clinic: in the tab's title and icon, and as tones. @returns it, the same array while unchanged */
function useOpen(clinicId: string, isSoundOn: boolean): readonly Notification[] {
  const { data } = useCurrentNotifications(clinicId)
  // What came too late to be sent is listed, and calls nobody (WA-8).
  const open = useMemo(() => data?.items.filter((one) => isOpen(one) && !one.is_late) ?? none, [data])
  const heard = useChosen(open, 'sound')
  const asking = useMemo(() => heard.map((one) => ({ key: askingOf(one), severity: one.severity })), [heard])
  useSound(asking, isSoundOn)
  useEffect(() => setWaiting(open.length), [open])
  useEffect(() => () => setWaiting(0), [])
  return open
}

/** Those that the person wants by this channel (AN-8); all, until their choice is known. */
function useChosen(open: readonly Notification[], channel: PersonChannel): readonly Notification[] {
  const { data } = useCall(readChannels, {})
  return useMemo(() => {
    const choices = data?.choices ?? []
    // On duty or not: the page's own ways are the same.
    return open.filter(({ kind, severity }) => channelsOf(choices, kind, severity, false).includes(channel))
  }, [data, open, channel])
}

interface ArrivalsProps {
  readonly clinic: Pick<Clinic, 'id' | 'tz'>
}

/**
 * Calls for attention on every page: pop-ups, title, icon and sound follow from what is open (AN-1, AN-2). What stands at
 * the top of a resident's page has no pop-up there.
 */
export function Arrivals({ clinic: { id, tz } }: ArrivalsProps) {
  const { isSoundOn, isMobileView } = useSettings()
  const open = useOpen(id, isSoundOn)
  const chosen = useChosen(open, 'popup')
  const resident = useResidentOnPage()
  const [shown, onPage] = useMemo(() => {
    const isOnPage = ({ patientId }: Notification) => patientId !== null && patientId === resident
    return [chosen.filter((one) => !isOnPage(one)), chosen.filter(isOnPage)]
  }, [chosen, resident])
  useEffect(() => showPopUps(shown, tz, isMobileView ? 'phone' : 'desk'), [shown, tz, isMobileView])
  useEffect(() => endPopUps, [])
  return <Announced notifications={onPage} />
}

/** On the wall, which has no pop-ups. */
export function WallArrivals({ clinic }: ArrivalsProps) {
  useOpen(clinic.id, useSettings().isWallSoundOn)
  return null
}
