import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type EhrConnection, readEhrConnection, saveEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { PasswordInput, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { type ConnectionFaults, type ConnectionValues, faultsOf, inputOf, valuesOf } from './connection-values.ts'
import { sourceNames } from './ehr-words.ts'

interface EditConnectionProps {
  readonly clinic: Clinic
  readonly connection: EhrConnection | null
  readonly onClose: () => void
}

type TextField = 'base_url' | 'token_url' | 'org_uuid' | 'facility_id' | 'client_id'

/** Connects an EHR, or changes how it is reached (EH-2). */
export function EditConnection({ clinic, connection, onClose }: EditConnectionProps) {
  const [values, setValues] = useState(() => valuesOf(connection))
  const [faults, setFaults] = useState<ConnectionFaults>({})
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, Object.keys(faults).length > 0 ? faults : null)
  const isKept = connection?.source === 'pcc'
  const isPcc = values.source === 'pcc'
  const change = (next: Partial<ConnectionValues>) => setValues((before) => ({ ...before, ...next }))
  const saving = useSend(saveEhrConnection, {
    invalidates: [readEhrConnection],
    onSuccess: () => {
      sayDone(connection ? 'EHR connection saved' : 'EHR connected')
      onClose()
    },
    onError: (error) => {
      if (isBeside(error)) setFaults({ [error.field]: error.message })
    },
  })

  function save() {
    const found = faultsOf(values, isKept)
    setFaults(found)
    if (Object.keys(found).length === 0) saving.mutate(inputOf(clinic.id, values))
  }
  const field = (name: TextField, label: string, more: { description?: string; isOptional?: boolean } = {}) => (
    <TextInput
      name={name}
      label={label}
      description={more.description}
      required={!more.isOptional}
      autoComplete="off"
      maxLength={500}
      value={values[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      error={faults[name]}
    />
  )

  return (
    <FormDialog
      title={connection ? 'How the EHR is reached' : 'Connect an EHR'}
      act={connection ? 'Save' : 'Connect'}
      error={saving.error && isBeside(saving.error) ? null : saving.error}
      isPending={saving.isPending}
      onAct={save}
      onClose={onClose}
    >
      <div ref={fields} className="ehr-fields">
        <label className="ehr-select">
          <span>Source</span>
          <select
            className="table-select"
            value={values.source}
            onChange={(event) => change({ source: event.currentTarget.value === 'fhir' ? 'fhir' : 'pcc' })}
          >
            <option value="pcc">{sourceNames.pcc}</option>
            <option value="fhir">{sourceNames.fhir}</option>
          </select>
        </label>
        {field('base_url', 'Address', {
          description: isPcc ? 'Up to where /orgs begins.' : 'Base address of the FHIR server.',
        })}
        {isPcc && field('org_uuid', 'Organisation (orgUuid)')}
        {field(
          'facility_id',
          isPcc ? 'Facility (facId)' : 'Organization id',
          isPcc ? {} : { isOptional: true, description: 'Only patients of this organization; empty for all.' },
        )}
        {field('client_id', 'Client id')}
        {isPcc ? (
          <>
            <PasswordInput
              name="secret"
              label="Client secret"
              description={
                isKept ? 'One is kept. Leave this empty to keep it.' : 'Kept encrypted, and never shown again.'
              }
              required={!isKept}
              autoComplete="new-password"
              maxLength={1_000}
              value={values.secret}
              onChange={(event) => change({ secret: event.currentTarget.value })}
              error={faults.secret}
            />
            {field('token_url', 'Address of the sign-in', {
              isOptional: true,
              description: 'Empty: /auth/token of the same host.',
            })}
          </>
        ) : (
          <label className="ehr-select">
            <span>Signature</span>
            <select
              className="table-select"
              value={values.algorithm}
              onChange={(event) => change({ algorithm: event.currentTarget.value === 'RS384' ? 'RS384' : 'ES384' })}
            >
              <option>ES384</option>
              <option>RS384</option>
            </select>
            <span className="ehr-note">The portal makes the key pair; its public key is shown when you are done.</span>
          </label>
        )}
      </div>
    </FormDialog>
  )
}

const names = new Set<string>(['base_url', 'token_url', 'org_uuid', 'facility_id', 'client_id', 'secret'])

/** Whether the refusal is about a field of the form. */
const isBeside = (error: Error): error is ApiError & { readonly field: string } =>
  error instanceof ApiError && error.field !== undefined && names.has(error.field)
