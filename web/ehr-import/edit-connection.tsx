import type { Clinic } from '@eupnea/contract/clinics.ts'
import { type EhrConnection, ehrAlgorithms, readEhrConnection, saveEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
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
      sayDone(connection ? m.ehr_import_save_done() : m.ehr_import_connect_done())
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
      title={connection ? m.ehr_import_edit_title() : m.ehr_import_connect()}
      act={connection ? m.common_save() : m.ehr_import_connect_act()}
      error={saving.error && isBeside(saving.error) ? null : saving.error}
      isPending={saving.isPending}
      onAct={save}
      onClose={onClose}
    >
      <div ref={fields} className="ehr-fields">
        <label className="ehr-select">
          <span>{m.ehr_import_source_label()}</span>
          <select
            className="table-select"
            value={values.source}
            onChange={(event) => change({ source: event.currentTarget.value === 'fhir' ? 'fhir' : 'pcc' })}
          >
            <option value="pcc">{sourceNames.pcc()}</option>
            <option value="fhir">{sourceNames.fhir()}</option>
          </select>
        </label>
        {field('base_url', m.ehr_import_address_label(), {
          description: isPcc ? m.ehr_import_address_pcc_help() : m.ehr_import_address_fhir_help(),
        })}
        {isPcc && field('org_uuid', m.ehr_import_organisation_pcc_label())}
        {field(
          'facility_id',
          isPcc ? m.ehr_import_clinic_pcc_label() : m.ehr_import_organisation_id_label(),
          isPcc ? {} : { isOptional: true, description: m.ehr_import_organisation_id_help() },
        )}
        {field('client_id', m.ehr_import_client_id_label())}
        {isPcc ? (
          <>
            <PasswordInput
              name="secret"
              visibilityToggleButtonProps={{ 'aria-label': m.ehr_import_secret_show() }}
              label={m.ehr_import_secret_label()}
              description={isKept ? m.ehr_import_secret_kept_help() : m.ehr_import_secret_help()}
              required={!isKept}
              autoComplete="new-password"
              maxLength={1_000}
              value={values.secret}
              onChange={(event) => change({ secret: event.currentTarget.value })}
              error={faults.secret}
            />
            {field('token_url', m.ehr_import_token_label(), {
              isOptional: true,
              description: m.ehr_import_token_help(),
            })}
          </>
        ) : (
          <label className="ehr-select">
            <span>{m.ehr_import_signature_label()}</span>
            <select
              className="table-select"
              value={values.algorithm}
              onChange={(event) => change({ algorithm: event.currentTarget.value === 'RS384' ? 'RS384' : 'ES384' })}
            >
              {ehrAlgorithms.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <span className="ehr-note">{m.ehr_import_signature_help()}</span>
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
