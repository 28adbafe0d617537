import { productName } from '@eupnea/contract/product.ts'
import { acceptAgreement, type Session } from '@eupnea/contract/sessions.ts'
import { Button, Group, Modal } from '@mantine/core'
import { describeError, useSend } from '../shared/api.ts'
import { setSession } from '../shared/session.ts'
import { useSignOut } from './use-sign-out.ts'
import './user-agreement.css'

const points = [
  [
    'It supports care.',
    `${productName} does not replace direct observation of residents. Its notifications may come late or not at all.`,
  ],
  [
    'Residents are people.',
    'Look only at what your work needs, and share it with nobody who does not care for the resident.',
  ],
  [
    'The account is yours alone.',
    'Keep your password to yourself and sign out of devices that others use. What you open and change is recorded under your name.',
  ],
] as const

/** Asked once, at the first sign-in (ID-10). */
export function UserAgreement({ session }: { readonly session: Session }) {
  const acceptance = useSend(acceptAgreement, {
    onSuccess: () => setSession({ ...session, is_agreement_due: false }),
  })
  const signOut = useSignOut()
  const failure = acceptance.error && describeError(acceptance.error)
  return (
    <Modal
      opened
      onClose={() => {}}
      title="User agreement"
      size="lg"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={{ backgroundOpacity: 0 }}
      transitionProps={{ duration: 0 }}
    >
      <p>Welcome to {productName}. Please read this before you begin; it is asked once.</p>
      <ul className="agreement-points">
        {points.map(([what, why]) => (
          <li key={what}>
            <b>{what}</b> {why}
          </li>
        ))}
      </ul>
      <p>
        How personal data is used is told in the{' '}
        <a href="/pp" target="_blank" rel="noreferrer">
          Privacy Policy
        </a>
        .
      </p>
      {failure && (
        <p className="agreement-failure" role="alert">
          <b>{failure.title}</b> {failure.message}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
        <Button loading={acceptance.isPending} onClick={() => acceptance.mutate({})} data-autofocus>
          I accept
        </Button>
      </Group>
    </Modal>
  )
}
