import { m } from '@eupnea/texts'
import { useId } from 'react'
import { type FileChoice, FileChoiceActs } from '../shared/form/file-choice.tsx'
import { FormPart } from '../shared/form/form-part.tsx'
import { ClinicLogo } from './clinic-logo.tsx'
import clinicsStyles from './clinics.module.css'
import { logoFault, logoTypes } from './logo.ts'
import styles from './logo-field.module.css'

interface LogoFieldProps {
  readonly logo: FileChoice
  readonly fault: string | undefined
  /** a refused file leaves the logo as it was */
  readonly onChange: (logo: FileChoice, fault?: string) => void
  /** what is kept; null: none */
  readonly kept: string | null
}

const words = {
  choose: m.clinic_logo_choose,
  replace: m.clinic_logo_replace,
  remove: m.clinic_logo_remove,
  keep: m.clinic_logo_keep,
}

/** Choose, look at and remove the logo (FA-3). */
export function LogoField({ logo, fault, onChange, kept }: LogoFieldProps) {
  const id = useId()
  const url = logo.kind === 'removed' ? null : logo.kind === 'chosen' ? logo.url : kept
  return (
    <FormPart title={m.clinic_logo()} field="file" className={styles.clinicLogoField}>
      <ClinicLogo
        url={url}
        size="large"
        onFault={() => logo.kind === 'chosen' && onChange({ kind: 'kept' }, m.clinic_logo_unreadable())}
      />
      <div>
        <p id={`${id}-note`} className={styles.clinicLogoNote}>
          {m.clinic_logo_help()}
        </p>
        <div className={styles.clinicLogoActs}>
          <FileChoiceActs
            choice={logo}
            has={url !== null}
            types={logoTypes}
            faultOf={logoFault}
            fault={fault}
            onChange={onChange}
            words={words}
            describedBy={`${id}-note ${id}-fault`}
          />
        </div>
        {logo.kind === 'chosen' && (
          <p className={styles.clinicLogoNote}>{m.clinic_logo_unsaved({ file: logo.file.name })}</p>
        )}
        {logo.kind === 'removed' && <p className={styles.clinicLogoNote}>{m.file_removed()}</p>}
        <p id={`${id}-fault`} className={clinicsStyles.clinicFault} role="alert">
          {fault}
        </p>
      </div>
    </FormPart>
  )
}
