import type { CallOutput } from '@eupnea/contract/call.ts'
import type { beginAuthenticator } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import type { Ref } from 'react'
import { CopyField } from '../../shared/copy-field.tsx'
import { CodeField } from '../code-field.tsx'
import { QrCode } from './qr-code.tsx'
import styles from './two-step.module.css'

interface AuthenticatorFieldsProps {
  readonly setup: CallOutput<typeof beginAuthenticator>
  readonly codeRef: Ref<HTMLInputElement>
  readonly code: string
  readonly fault: string | undefined
  readonly onCode: (code: string) => void
}

/** What an authenticator app needs, and the code that shows that it has it. */
export function AuthenticatorFields({ setup, codeRef, code, fault, onCode }: AuthenticatorFieldsProps) {
  return (
    <div className={styles.authenticator}>
      <p>{m.two_step_app_step_scan()}</p>
      <QrCode text={setup.uri} label={m.two_step_app_qr_label()} />
      <CopyField label={m.two_step_app_secret_label()} copyLabel={m.two_step_app_secret_copy()} value={setup.secret} />
      <CodeField ref={codeRef} label={m.two_step_app_step_code()} value={code} error={fault} onChange={onCode} />
    </div>
  )
}
