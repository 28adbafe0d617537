import { residentName } from '@eupnea/contract/resident-name.ts'
import { roomText } from '@eupnea/contract/rules/room-text.ts'
import { type Found, type FoundUser, searchPortal, searchUsers } from '@eupnea/contract/search.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { send } from '../shared/api.ts'
import { chooseClinic, useClinics } from '../shared/clinic.ts'
import { IconAddressBook, IconBed, IconBuilding, IconDeviceHeartMonitor, IconUser } from '../shared/icons.tsx'
import { isAdministrator, isClinicAdmin, isStaff } from '../shared/session.ts'
import { devicesSearch, roomsOf } from '../shared/table/search-names.ts'
import { searchIn } from '../shared/table/use-search-text.ts'
import { beside, placeText } from '../shared/words.ts'
import type { SearchEntry, SearchGroup } from './search-entry.ts'

/** Delay after the last key, ms: people who type fast ask once. */
const restMs = 80

interface Answer extends Found {
  readonly users: readonly FoundUser[]
}

/**
 * What the portal finds for a text, as groups of entries.
 * @param onLeave before a page is opened
 */
export function useFound(text: string, session: Session, onLeave: () => void) {
  const asked = useRested(text.trim())
  const isAdmin = isAdministrator(session)
  const findsUsers = isAdmin || isClinicAdmin(session)
  const query = useQuery<Answer>({
    queryKey: ['searchPortal', asked],
    enabled: asked !== '' && isStaff(session),
    placeholderData: keepPreviousData,
    // Names of residents aren't kept longer than they are looked at.
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const [found, { users }] = await Promise.all([
        send(searchPortal, { text: asked }, { signal }),
        findsUsers ? send(searchUsers, { text: asked }, { signal }) : { users: [] },
      ])
      return { ...found, users }
    },
  })
  const groups = useGroups(text.trim() === '' ? undefined : query.data, isAdmin, onLeave)
  const isSettled = asked === text.trim() && !query.isFetching
  return { groups, isSettled, error: query.error, retry: () => void query.refetch() }
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

function useGroups(found: Answer | undefined, isAdmin: boolean, onLeave: () => void): readonly SearchGroup[] {
  const navigate = useNavigate()
  const { data: clinics = [] } = useClinics()
  if (!found) return []
  /** only where there is more than one */
  const clinicOf = (id: string | null) => clinics.length > 1 && clinics.find((clinic) => clinic.id === id)?.name
  const entry = (key: string, { open, ...rest }: Omit<SearchEntry, 'key'>): SearchEntry => ({
    key,
    ...rest,
    open: () => {
      onLeave()
      open()
    },
  })
  const openResident = (patient_id: string) =>
    void navigate({ to: '/patient/profile/$patient_id', params: { patient_id } })

  function openDevice({ clinic_id, patient_id, device_name }: Found['devices'][number]) {
    if (patient_id) return openResident(patient_id)
    searchIn(devicesSearch, device_name)
    if (isAdmin) return void navigate({ to: '/devices/manage' })
    chooseClinic(clinic_id)
    return void navigate({ to: '/clinic/inventory' })
  }

  function openClinic({ id, slug }: Found['clinics'][number]) {
    if (isAdmin) return void navigate({ to: '/facility/profile/$slug', params: { slug } })
    chooseClinic(id)
    return void navigate({ to: '/clinic/profile' })
  }

  const groups: readonly SearchGroup[] = [
    {
      key: 'residents',
      label: m.search_residents(),
      entries: found.residents.map((resident) =>
        entry(`resident ${resident.patient_id}`, {
          label: residentName(resident),
          detail: beside(
            resident.status === 2 && m.search_discharged(),
            placeText(resident.room, resident.floor),
            clinicOf(resident.clinic_id),
          ),
          Icon: IconAddressBook,
          open: () => openResident(resident.patient_id),
        }),
      ),
    },
    {
      key: 'rooms',
      label: m.search_rooms(),
      entries: found.rooms.map(({ clinic_id, room, floor, residents }) =>
        entry(`room ${clinic_id} ${floor} ${room}`, {
          label: roomText(room),
          detail: beside(placeText(null, floor), m.resident_count({ count: residents }), clinicOf(clinic_id)),
          Icon: IconBed,
          open: () => {
            chooseClinic(clinic_id)
            searchIn(roomsOf(clinic_id), room)
            void navigate({ to: '/clinic/rooms' })
          },
        }),
      ),
    },
    {
      key: 'devices',
      label: m.search_devices(),
      entries: found.devices.map((device) =>
        entry(`device ${device.device_id}`, {
          label: device.device_name,
          detail: beside(
            device.device_uid !== device.device_name && device.device_uid,
            device.clinic_id === null
              ? m.search_in_stock()
              : device.patient_id
                ? placeText(device.room, null)
                : m.search_not_linked(),
            clinicOf(device.clinic_id),
          ),
          Icon: IconDeviceHeartMonitor,
          open: () => openDevice(device),
        }),
      ),
    },
    {
      key: 'clinics',
      label: m.search_clinics(),
      // With a single facility, people are always on its pages.
      entries: (clinics.length > 1 || isAdmin ? found.clinics : []).map((clinic) =>
        entry(`clinic ${clinic.id}`, { label: clinic.name, Icon: IconBuilding, open: () => openClinic(clinic) }),
      ),
    },
    {
      key: 'users',
      label: m.search_users(),
      entries: found.users.map(({ id, name, email }) =>
        entry(`user ${id}`, {
          label: name || email,
          ...(name && { detail: email }),
          Icon: IconUser,
          open: () => void navigate({ to: '/users/profile/$slug', params: { slug: id } }),
        }),
      ),
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}
