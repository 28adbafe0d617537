import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { ClinicLogo } from './clinic-logo.tsx'
import { type Logo, logoFault, logoTypes } from './logo.ts'

interface LogoFieldProps {
  readonly logo: Logo
  readonly fault: string | undefined
  /** a fault leaves the logo as it was */
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
    // So that the same file, mended, can be chosen again.
    if (input.current) input.current.value = ''
  }

  return (
    <fieldset className="form-whole clinic-logo-field" data-field="file">
      <legend>Logo</legend>
      <ClinicLogo
        url={url}
        size="large"
        onFault={() => logo.kind === 'chosen' && onChange(asKept, 'This file cannot be shown as an image')}
      />
      <div>
        <p id={`${id}-note`} className="clinic-logo-note">
          PNG, JPEG or WebP, at most 2 MB. Its staff see it in the top bar.
        </p>
        <div className="clinic-logo-acts">
          <label className="clinic-file">
            <input
              ref={input}
              type="file"
              accept={logoTypes.join(',')}
              aria-label={url ? 'Choose another logo' : 'Choose a logo'}
              aria-invalid={fault !== undefined}
              aria-describedby={`${id}-note ${id}-fault`}
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
            <span aria-hidden>{url ? 'Choose another image' : 'Choose an image'}</span>
          </label>
          {url && (
            <Button
              size="compact-md"
              variant="default"
              aria-label="Remove logo"
              onClick={() => onChange(logo.kind === 'chosen' ? asKept : { kind: 'removed' })}
            >
              Remove
            </Button>
          )}
          {logo.kind === 'removed' && (
            <Button size="compact-md" variant="default" onClick={() => onChange(asKept)}>
              Keep the logo
            </Button>
          )}
        </div>
        {logo.kind === 'chosen' && <p className="clinic-logo-note">{logo.file.name}: not saved yet</p>}
        {logo.kind === 'removed' && <p className="clinic-logo-note">Removed when you save.</p>}
        <p id={`${id}-fault`} className="clinic-fault" role="alert">
          {fault}
        </p>
      </div>
    </fieldset>
  )
}
