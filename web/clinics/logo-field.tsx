import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { ClinicLogo } from './clinic-logo.tsx'
import { type Logo, logoFault, logoTypes } from './logo.ts'
import './logo-field.css'

interface LogoFieldProps {
  readonly logo: Logo
  readonly fault: string | undefined
  /** a refused file leaves the logo as it was */
  readonly onChange: (logo: Logo, fault?: string) => void
  /** what is kept; null: none */
  readonly kept: string | null
}

const asKept: Logo = { kind: 'kept' }

/** Choose, look at and remove the logo (FA-3). */
export function LogoField({ logo, fault, onChange, kept }: LogoFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const url = logo.kind === 'removed' ? null : logo.kind === 'chosen' ? logo.url : kept
  const chosenUrl = logo.kind === 'chosen' ? logo.url : null
  useEffect(() => {
    if (chosenUrl) return () => URL.revokeObjectURL(chosenUrl)
  }, [chosenUrl])

  function choose(file: File | undefined) {
    if (!file) return
    const found = logoFault(file)
    onChange(found ? logo : { kind: 'chosen', file, url: URL.createObjectURL(file) }, found)
    // So that the same file can be chosen again once it is corrected.
    if (input.current) input.current.value = ''
  }

  return (
    <fieldset className="form-part clinic-logo-field" data-field="file">
      <legend>{m.clinic_logo()}</legend>
      <ClinicLogo
        url={url}
        size="large"
        onFault={() => logo.kind === 'chosen' && onChange(asKept, m.clinic_logo_unreadable())}
      />
      <div>
        <p id={`${id}-note`} className="clinic-logo-note">
          {m.clinic_logo_help()}
        </p>
        <div className="clinic-logo-acts">
          <label className="clinic-file">
            <input
              ref={input}
              type="file"
              accept={logoTypes.join(',')}
              aria-label={url ? m.clinic_logo_replace() : m.clinic_logo_choose()}
              aria-invalid={fault !== undefined}
              aria-describedby={`${id}-note ${id}-fault`}
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
            <span aria-hidden>{url ? m.clinic_logo_replace() : m.clinic_logo_choose()}</span>
          </label>
          {url && (
            <Button
              size="compact-md"
              variant="default"
              aria-label={m.clinic_logo_remove()}
              onClick={() => onChange(logo.kind === 'chosen' ? asKept : { kind: 'removed' })}
            >
              {m.common_remove()}
            </Button>
          )}
          {logo.kind === 'removed' && (
            <Button size="compact-md" variant="default" onClick={() => onChange(asKept)}>
              {m.clinic_logo_keep()}
            </Button>
          )}
        </div>
        {logo.kind === 'chosen' && (
          <p className="clinic-logo-note">{m.clinic_logo_unsaved({ file: logo.file.name })}</p>
        )}
        {logo.kind === 'removed' && <p className="clinic-logo-note">{m.file_removed()}</p>}
        <p id={`${id}-fault`} className="clinic-fault" role="alert">
          {fault}
        </p>
      </div>
    </fieldset>
  )
}
