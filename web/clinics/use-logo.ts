import { type Clinic, removeClinicLogo, uploadClinicLogo } from '@eupnea/contract/clinics.ts'
import { useRef, useState } from 'react'
import { ApiError, send } from '../shared/api.ts'
import type { FileChoice } from '../shared/form/file-choice.tsx'

/** The logo of a form until it is saved. */
export function useLogo() {
  const [logo, setLogo] = useState<FileChoice>({ kind: 'kept' })
  const [fault, setFault] = useState<string | undefined>()

  const refused = useRef<unknown>(null)

  const change = (next: FileChoice, found?: string) => {
    setLogo(next)
    setFault(found)
  }

  /** Sends what was chosen, if anything. @throws ApiError; the message is then shown beside the field */
  async function save(clinic: Pick<Clinic, 'id'>): Promise<void> {
    try {
      if (logo.kind === 'chosen') await send(uploadClinicLogo, { clinic_id: clinic.id }, { file: logo.file })
      if (logo.kind === 'removed') await send(removeClinicLogo, { clinic_id: clinic.id })
    } catch (error) {
      // The portal was there and did not take this file.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        refused.current = error
        setFault(error.message)
      }
      throw error
    }
  }
  /** whether this error is the one shown beside the field */
  const isAtField = (error: unknown): boolean => refused.current === error
  return { logo, fault, change, save, isAtField, isChanged: logo.kind !== 'kept' }
}
